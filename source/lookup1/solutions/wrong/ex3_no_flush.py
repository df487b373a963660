# Takes a flush out: it has a memo of its own.


def check_unique_five(hand):
    if len({card.name[1] for card in hand}) == 1:
        return False
    return len({card.value_i for card in hand}) == 5
