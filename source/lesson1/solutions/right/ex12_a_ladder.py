# One list of hands, each stronger than the next, and each tested against the next in both orders.

LADDER = [
    "6S 5S 4S 3S 2S",
    "5S 4S 3S 2S AS",
    "AS AH AD AC KS",
    "3S 3H 3D 3C 2S",
    "2S 2H 2D 2C AS",
    "2S 2H 2D 2C 3S",
    "AS AH AD KS KH",
    "3S 3H 3D 2S 2H",
    "2S 2H 2D AS AH",
    "2S 2H 2D 3S 3H",
    "AS KS QS JS 9S",
    "AH KH QH JH 8H",
    "7C 5C 4C 3C 2C",
    "AS KH QD JC TS",
    "9S TH JD QC KS",
    "8S 9H TD JC QS",
    "7S 8H 9D TC JS",
    "6S 7H 8D 9C TS",
    "5S 6H 7D 8C 9S",
    "4S 5H 6D 7C 8S",
    "3S 4H 5D 6C 7S",
    "2S 3H 4D 5C 6S",
    "5S 4H 3D 2C AS",
    "AS AH AD KS QH",
    "2S 2H 2D AS 3H",
    "2S 2H 2D KS QH",
    "2S 2H 2D 3S 4H",
    "AS AH KD KC QS",
    "AS AH KD KC 3S",
    "AD AC KS KH 2D",
    "AS AH 3D 3C 2S",
    "AD AC 2H 2D KS",
    "2S 2H 3D 3C 4S",
    "AS AH KD QC JS",
    "AS AH 2D 3D 4D",
    "KS KH 2D 3D 4D",
    "QS QH 2D 3D 4D",
    "JS JH 2D 3D 4D",
    "TS TH AD KD QD",
    "TS TH 2D 3D 4D",
    "9S 9H AD KD QD",
    "8S 8H AD KD QD",
    "7S 7H AD KD QD",
    "6S 6H AD KD QD",
    "5S 5H AD KD QD",
    "4S 4H AD KD QD",
    "3S 3H AD KD QD",
    "2S 2H AD KD QD",
    "2S 2H AD 4C 3S",
    "2D 2C KS QH JD",
    "2S 3H 2D 4C 5S",
    "AS KH QD JC 9S",
    "JS QH KD AC 2S",
    "QS KH AD 2C 3S",
    "KS AH 2D 3C 4S",
    "AS QH 9D 7C 6S",
    "AH QD 9C 7S 5H",
    "AS 9H 8D 7C 6S",
    "9S 8H 7D 6C 2S",
]


def test():
    hands = [text.split() for text in LADDER]
    pairs = list(zip(hands, hands[1:]))
    pairs += [([rank + suit for rank in '75432'], 'AS KH QD JC TS'.split()) for suit in 'SHDC']
    pairs += [('2S 2H 3D 4C 5S'.split(), ['AS', 'KS', 'QS', 'JS', '9H'])]
    for stronger, weaker in pairs:
        if best_hand([stronger, weaker]) != stronger or best_hand([weaker, stronger]) != stronger:
            raise ValueError(f"{stronger} beats {weaker}")
    for hand in hands[:3]:
        if best_hand([hand]) != hand:
            raise ValueError("one hand alone is the strongest")
    for suits in ("SHDCS", "HDCSH", "DCSHD", "CSHDC"):
        hand = [rank + suit for rank, suit in zip("2A3QJ", suits)]
        other = [card[0] + {"S": "H", "H": "S", "D": "C", "C": "D"}[card[1]] for card in hand]
        if best_hand([hand, other]) != hand or best_hand([other, hand]) != other:
            raise ValueError("of two that tie it is the first")
    hundred = [hands[-1]] * 99 + [hands[0]]
    if best_hand(hundred) != hands[0] or hundred != [hands[-1]] * 99 + [hands[0]]:
        raise ValueError("a hundred hands")
