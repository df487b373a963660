# The seed's own code, before it comes to ties: one hand and no list.


def poker(hands):
    "Return the best hand: poker([hand, .   ..]) => hand"
    return max(hands, key=hand_rank)
