# -*- coding: utf-8 -*-
# 旧バーコードの照合 越野 2025/2/17〜18
# つかいかた: python bc_check.py 全件.csv > ng.txt
# 大地くんに教えてもらって書いた。csvはShift_JISで来る(cp932にしないと「髙」で落ちる)

import csv
import sys

BRANCH = {
    "D": "本館",
    "B": "材木町(旧)",
    "C": "移動図書館 ※昭和63年に廃止した初代。いまの「あさの号」とは別",
}

def check7(body):
    """7チェックDR。7で割った余りがそのまま検査数字"""
    return int(body) % 7

def main(path):
    ng = 0
    total = 0
    with open(path, encoding="cp932", newline="") as f:
        for row in csv.DictReader(f):
            code = row["旧番号"].strip().upper()
            if not code.startswith("A"):
                continue            # 平成3年3月以後のもの
            total += 1
            tail = code[-1]
            if tail not in BRANCH:
                print(code, "末尾が変", row["書名"])
                ng += 1
                continue
            body, digit = code[1:-2], int(code[-2])
            if check7(body) != digit:
                # ここで2時間はまった。0と7は同じ扱いにする(手引き p.9)
                if not (check7(body) == 0 and digit == 7):
                    print(code, BRANCH[tail], row["書名"])
                    ng += 1
    print("対象", total, "NG", ng, file=sys.stderr)

if __name__ == "__main__":
    main(sys.argv[1])

# 結果 2/18 18:20  対象 3812  NG 9
# TODO: 帆乃のおむかえに遅れた。ごめん。延長料金300円
