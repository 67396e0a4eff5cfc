#!/usr/bin/env python3
# rapprochement.py — compare le grand livre de l'AMAP et le relevé du Crédit Ligérien
# Félix, nov. 2024, écrit dans le train Nantes-Quimper, ne jugez pas
# usage : python3 rapprochement.py AMAP_grand_livre_2024.csv releve.csv

import csv, sys
from decimal import Decimal

TOLERANCE = Decimal("0.05")      # 5 centimes : les fromages au poids
JOURS_MAX = 12                   # Gwenola dépose les chèques "quand elle passe devant"

# FIXME(bere): l'espace dans "1 204,18" est une espace fine insécable chez toi,
# normale chez moi. J'ai perdu 2 h. -- F.
def montant(s):
    s = (s or "").replace("\u202f", "").replace("\xa0", "").replace(" ", "")
    return Decimal(s.replace(",", ".")) if s else Decimal(0)

def lire(chemin):
    # latin-1 pour la banque, utf-8 pour nous : la banque est restée en 1996
    enc = "latin-1" if "releve" in chemin else "utf-8"
    with open(chemin, encoding=enc, newline="") as f:
        yield from csv.DictReader(f, delimiter=";")

def signe(ligne):
    # AVANT le 14/01/25 : les avoirs étaient comptés en + ET en - (issue #14)
    return montant(ligne.get("Crédit")) - montant(ligne.get("Débit"))

def main(livre, releve):
    a = sum(signe(l) for l in lire(livre))
    b = sum(montant(l["montant"]) for l in lire(releve))
    ecart = a - b
    print(f"livre {a}  banque {b}  écart {ecart}")
    if abs(ecart) > TOLERANCE:
        # TODO : proposer des suspects (somme de deux lignes ?). Béré l'a fait à
        # la main le 18/01 plus vite que mon algo.
        sys.exit(1)

if __name__ == "__main__":
    main(*sys.argv[1:3])
