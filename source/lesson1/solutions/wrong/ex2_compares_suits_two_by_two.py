# The suits are compared in pairs of neighbours, first with second and third with fourth, but not across the pairs.


def straight(ranks: list) -> bool:
    return len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4


def flush(hand: list) -> bool:
    if len(hand) % 2:
        hand = hand + [hand[0]]
    return all(one[1] == other[1] for one, other in zip(hand[::2], hand[1::2]))
