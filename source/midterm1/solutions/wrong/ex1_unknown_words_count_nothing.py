# Looks mixed-case names up with get and a default, so cards whose letters are of two kinds of case count nothing.


def hand_from_str(s: str) -> int:
    cards = dict(poker_info['CARDS'])
    cards.update({name.lower(): n for name, n in poker_info['CARDS'].items()})
    cards.update({name[0] + name[1].lower(): n for name, n in poker_info['CARDS'].items()})
    return sum(cards.get(name, 0) for name in s.split())
