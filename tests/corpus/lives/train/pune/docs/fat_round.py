"""Rounding and table limits for fat %.  See #812 before you touch this.

History
  4.0  float, printed raw. Farmers saw 6.300000001 and lost faith.
  4.1  floor() to one decimal + clamp at last bin (7.5). WRONG for buffalo.
  4.2  half up, bins up to 12.0  (TM, Oct 2025)
"""
from decimal import Decimal, ROUND_HALF_UP

TABLE_MAX = Decimal("12.0")   # Laxmi gives 10.4, leave headroom
TABLE_MIN = Decimal("1.5")    # below this somebody has met the hand pump

class OutOfTable(ValueError):
    pass

def fat_for_slip(raw: Decimal, temp_c: Decimal) -> Decimal:
    # TODO(mugdha asked): sample colder than 18 C -> ask operator to warm it, don't correct
    if not TABLE_MIN <= raw <= TABLE_MAX:
        raise OutOfTable(str(raw))
    return raw.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
