#!/usr/bin/env python3
# batidos.py  -- calcula los batidos por segundo para afinar a oído
# EMT, empezado en pandemia, nunca terminado
# uso: python3 batidos.py 440
import sys

LA = float(sys.argv[1]) if len(sys.argv) > 1 else 440.0

# OJO 2025-11-02: para el Steinhauer de la Filarmónica usar ESTIRAMIENTO = 0.9
# (con 1.2 los agudos quedan gritones, Leonor se quejó en el ensayo)
# para el Pfeffer de la casa: 1.35, tiene cuerdas cortas y mal genio
ESTIRAMIENTO = 0.9

# temperamentos: desviación en cents respecto del igual, desde do
TEMPERAMENTOS = {
    "igual":      [0]*12,
    "vallotti":   [5.9, 0, 2, 3.9, -2, 7.8, -2, 3.9, 2, 0, 5.9, -3.9],
    # invento mío, quintas largas para el coro, no mostrar a Cáceres
    "mariposas":  [4, -1, 1, 2, -3, 5, -2, 3, 0, -1, 4, -4],
}

def hz(n, temp="igual"):
    """n = tecla 1..88 (la 49 es el la central)"""
    cents = 100*(n-49) + TEMPERAMENTOS[temp][(n+8) % 12]
    # estiramiento a lo bruto, cuadrático; Koskela dice que está mal y tiene razón
    cents += ESTIRAMIENTO * ((n-49)/12)**2 * (1 if n > 49 else -1)
    return LA * 2**(cents/1200)

def batido(n1, n2, p, q, temp="igual"):
    return abs(p*hz(n1, temp) - q*hz(n2, temp))

if __name__ == "__main__":
    for t in range(33, 46):
        print(t, round(batido(t, t+4, 5, 4), 2), "terceras")
    # TODO: las quintas. TODO: dormir
