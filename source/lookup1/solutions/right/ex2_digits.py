# Digits of text, turned into a number.


def get_encoding(hand):
    held = {card.name[0] for card in hand}
    return int("".join("1" if rank in held else "0" for rank in "AKQJT98765432"), 2)
