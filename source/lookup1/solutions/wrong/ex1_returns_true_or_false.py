# Returns True or False.


def check_flush(hand):
    return len({card.name[1] for card in hand}) == 1
