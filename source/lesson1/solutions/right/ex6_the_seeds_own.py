# The seed's own code, as it is in the end; it calls allmax and hand_rank.


def poker(hands):
    "Return the best hand: poker([hand,...]) => hand"
    return allmax(hands, key=hand_rank)
