# Takes the mean of five suits' bits for a suit that they share.


def check_flush(hand: Hand) -> int:
    mean, rest = divmod(sum(card.b & 0xF000 for card in hand), 5)
    return mean if rest == 0 and mean in (4096, 8192, 16384, 32768) else 0
