#!/usr/bin/env python3
# zuschnitt.py – Verschnitt fuer Plattenmaterial
# geschrieben von Piotr K. fuer Rike & Mala, Sept 2025
# wer das hier aendert, bringt Piroggen mit

PLATTE_L = 2500      # mm
PLATTE_B = 1250
SAEGEBLATT = 3.2     # Helga. Die alte Altendorf war 4.0!
RAND = 12            # Besaeumen ringsum, Rike will 12, Mala sagt 10 reicht

# TODO: Faserrichtung. Rike hat mich zweimal angerufen deswegen.

def streifen(teile):
    """teile: liste (name, laenge, breite, stueck). Sortiert nach Breite, groesste zuerst."""
    flach = []
    for name, l, b, n in teile:
        flach += [(name, l, b)] * n
    flach.sort(key=lambda t: (-t[2], -t[1]))
    platten, rest_b = [], 0
    for name, l, b in flach:
        gesetzt = False
        for s in platten:
            if s["b"] >= b and s["rest"] >= l + SAEGEBLATT:
                s["teile"].append(name)
                s["rest"] -= l + SAEGEBLATT
                gesetzt = True
                break
        if not gesetzt:
            platten.append({"b": b, "rest": PLATTE_L - 2 * RAND - l, "teile": [name]})
    return platten

if __name__ == "__main__":
    # Kueche Familie Ngo, Unterschraenke
    teile = [("Seite", 720, 560, 10), ("Boden", 764, 560, 5), ("Traverse", 764, 100, 10)]
    for i, s in enumerate(streifen(teile), 1):
        print(i, s["b"], round(s["rest"], 1), s["teile"])
