# Ranks with equal steps between them count as a straight, also steps of two or three.


def straight(ranks: list) -> bool:
    steps = {high - low for high, low in zip(ranks, ranks[1:])}
    return len(steps) == 1


def flush(hand: list) -> bool:
    return len({card[1] for card in hand}) == 1
