# Looks for the ten as it is printed.


def get_encoding(hand):
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    return sum(1 << i for i, rank in enumerate(ranks) if any(card.name[0] == rank for card in hand))
