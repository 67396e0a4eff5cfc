# etikett.py – Losnummern fuer Honigglaeser
# geschrieben von Rasmus am Kuechentisch in Tartu, 24.6.2025, Kommentare von mir (H.)
# Losnummer = L + Jahr(2) + Ernte(F/S) + Standort(D=Dach, L=Lois) + laufende Glasnr.

ERNTEN = {
    "F": {"D": 19.0, "L": 22.0},    # Fruehjahr, kg
    "S": {"D": 26.5, "L": 41.0},    # Sommer (nach 12.7. eingetragen)
}
GLAS_KG = 0.5
VERLUST = 0.04   # H: klebt am Sieb, am Loeffel und an mir. R. sagt 4 % "is very Austrian"

def glaeser(kg):
    # abrunden: ein halbes Glas ist kein Glas (ausser fuer Zeiringer)
    return int(kg * (1 - VERLUST) / GLAS_KG)

SORTE = {"F": "Rapsreicher Frühling", "S": "Sommerhonig mit Waldanteil"}  # H 7.8.: frueher "Waldhonig", Labor sagt nein

if __name__ == "__main__":
    for e, orte in ERNTEN.items():
        for o, kg in orte.items():
            n = glaeser(kg)
            print(f"L25{e}{o}-001 bis -{n:03d}  {SORTE[e]}")
    # TODO: Schluesselhonig (Fruehjahr L, 25-kg-Kuebel) NICHT verkaufen, hab ihn zu Met verarbeitet
