# 300 m rings round the wells -> how many sheds / tanks inside
# for QGIS python console. copied from Henrike's, broken by me
import csv, math

RING = 300          # metres. H wanted 500. 300 = what a cow walks to drink (Linnane, pers. comm.)
SKIP = {"W02", "W08"}   # dry.  W12 was in here till 27 oct, taken out!!

wells = {}
with open("wells_itm.csv", encoding="utf-8") as f:
    for r in csv.DictReader(f):
        if r["code"] in SKIP:
            continue
        wells[r["code"]] = (float(r["E"]), float(r["N"]))

# TODO W10 easting was typed with two digits swapped -> it was in Kinvara bay.
# fixed 9 nov, so any figure made before that is WRONG (poster in sept!)

def d(a, b):
    return math.hypot(a[0]-b[0], a[1]-b[1])

def inside(pts):
    return {c: sum(1 for p in pts if d(p, xy) <= RING) for c, xy in wells.items()}

# result 9 nov: sheds  W03=4  W13=3  W07=3  W05=2 ... W04=0  W09=0
