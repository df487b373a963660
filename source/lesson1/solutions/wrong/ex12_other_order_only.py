# Never has the strongest hand first.


def test():
    ordered = [
        # each type beats the one below: the weakest hand of it, the strongest hand of the other
        ("5S 4S 3S 2S AS", "AS AH AD AC KS"),
        ("2S 2H 2D 2C 3S", "AS AH AD KS KH"),
        ("2S 2H 2D 3S 3H", "AS KS QS JS 9S"),
        ("7S 5S 4S 3S 2S", "AS KH QD JC TS"),
        ("5S 4H 3D 2C AS", "AS AH AD KS QH"),
        ("2S 2H 2D 3S 4H", "AS AH KD KC QS"),
        ("2S 2H 3D 3C 4S", "AS AH KD QC JS"),
        ("2S 2H 3D 4C 5S", "AS KH QD JC 9S"),
        # the low ace, and aces in the middle
        ("6S 5H 4D 3C 2S", "5S 4H 3D 2C AS"),
        ("6S 5S 4S 3S 2S", "5S 4S 3S 2S AS"),
        ("2S 2H 3D 4C 5S", "KS AH 2D 3C 4S"),
        ("2S 2H 3D 4C 5S", "QS KH AD 2C 3S"),
        ("2S 2H 3D 4C 5S", "JS QH KD AC 2S"),
        # what almost makes it
        ("2S 2H 3D 4C 5S", "AS KS QS JS 9H"),
        ("2S 2H 3D 4C 5S", "AS 9H 8D 7C 6S"),
        ("2S 2H 3D 4C 5S", "9S 8H 7D 6C 2S"),
        # cards in any order
        ("8S 6H 7D 5C 9S", "AS AH AD KS QH"),
        ("2S 3H 2D 4C 5S", "AS KH QD JC 9S"),
        # the same type
        ("AS QH 9D 7C 6S", "AH QD 9C 7S 5H"),
        ("2S 2H AD 4C 3S", "2D 2C KS QH JD"),
        ("AS AH 3D 3C 2S", "AD AC 2H 2D KS"),
        ("AS AH KD KC 3S", "AD AC KS KH 2D"),
        ("2S 2H 2D AS 3H", "2S 2H 2D KS QH"),
        ("AS KS QS JS 9S", "AH KH QH JH 8H"),
        ("3S 3H 3D 2S 2H", "2S 2H 2D AS AH"),
        ("3S 3H 3D 3C 2S", "2S 2H 2D 2C AS"),
    ]
    ranks = "23456789TJQKA"
    # each rank beats the one below
    for low, high in zip(ranks, ranks[1:]):
        others = "AD KD QD" if low in "23456789" else "2D 3D 4D"
        ordered.append((f"{high}S {high}H {others}", f"{low}S {low}H {others}"))
    # each straight is one, and a flush of each suit
    for at in range(9):
        straight = " ".join(rank + suit for rank, suit in zip(ranks[at:], "SHDCS"))
        ordered.append((straight, "AS AH AD KS QH"))
    for suit in "SHDC":
        ordered.append((" ".join(rank + suit for rank in "75432"), "AS KH QD JC TS"))
    for stronger, weaker in ordered:
        strong, weak = cards(stronger), cards(weaker)
        assert best_hand([weak, strong]) == strong

    # ties, one hand, a hundred hands, and the list itself
    spades, hearts = cards("AS KH QD JC 9S"), cards("AH KD QC JS 9H")
    pair = cards("2S 2H 3D 4C 5S")
    hands = [spades] * 99 + [pair]
    assert best_hand(hands) == pair
    assert hands == [spades] * 99 + [pair]
