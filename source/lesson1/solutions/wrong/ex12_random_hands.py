# Tests random hands, which are hardly ever special.


def test():
    random.seed(12)
    for _ in range(100):
        hands = list(given_hands(4))
        assert best_hand(hands) == max(hands, key=given_strength)
