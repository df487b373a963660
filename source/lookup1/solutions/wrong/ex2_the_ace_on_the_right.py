# Reads the digits from the wrong end.


def get_encoding(hand):
    held = {card.name[0] for card in hand}
    return int("".join("1" if rank in held else "0" for rank in "23456789TJQKA"), 2)
