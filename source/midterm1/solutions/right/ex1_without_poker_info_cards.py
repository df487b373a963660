# Without poker_info['CARDS'].


def hand_from_str(s):
    return sum(1 << "23456789TJQKA".index(r.upper()) + 13 * "HSCD".index(u.upper()) for r, u in s.split())
