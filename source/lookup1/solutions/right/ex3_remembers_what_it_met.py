# A loop that remembers what it has met.


def check_unique_five(hand):
    met = []
    for card in hand:
        rank = card.name[0]
        if rank in met:
            return False
        met.append(rank)
    return True
