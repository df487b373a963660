# The seed's own code, with a text for Hand: it compares the tuples of eval, of which some have 0 for a list.


def best(cards):
    """Find best hand from set of cards:

        >>> c = ["2s", "2c", "2d", "2h", "9s", "8s", "7s"]
        >>> print(best(c))
        <Hand 9s 2c 2d 2h 2s>

    (This isn't used for the main challenge, but is for the
    bonus challenge, for Texas Hold 'Em)
    """

    # itertools make this easy --- it can simply give us
    # an iterable of all 5-card combinations drawn from that
    # set of cards

    from itertools import combinations

    hands = combinations(cards, 5)

    # Find the highest-ranking of them. Note that the `max`
    # function can take a key, like sort, to use when finding
    # the maximum.

    best_hand = max(hands,
                    key=lambda h: Hand(' '.join(h)).eval())

    return Hand(' '.join(best_hand))
