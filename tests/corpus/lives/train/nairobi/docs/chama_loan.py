#!/usr/bin/env python3
# chama_loan.py -- flat interest schedule. W.M. 2024-10-20 (Lenjo helped with the loop)
# NB: flat means interest on ORIGINAL amount every month. Yes, Patience, I know it's ugly.

RATE_OLD = 0.010    # loans before AGM 2025
RATE_NEW = 0.0125   # after AGM 18 Jan 2025, constitution 7.2

def schedule(principal, months, rate):
    total = principal * (1 + rate * months)
    return [round(total / months, 2)] * months

# Naomi: 120000, 10 months, old rate -> 13200 x 10
# TODO status for Naomi, by hand, because I'm too lazy for a database:
#   Nov ok  Dec ok  Jan ok  Feb ok  Mar late Apr late
#   17 May: paid 3 together (Mar Apr May)   June ok
#   Jul NOT   Aug NOT    -> 8 of 10 paid, 2 open  (checked 31 Aug)
# FIXME: Sally asked what 200k over 12 months costs under the new rate. Gives 230000 total. Told her; she said "kwani ni shylock".

if __name__ == "__main__":
    for i, x in enumerate(schedule(120000, 10, RATE_OLD), 1):
        print(i, x)
