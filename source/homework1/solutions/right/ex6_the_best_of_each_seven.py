# The best of each hand of seven, as a set, and then the best of these.

def best_wild_hand(hand: list) -> tuple:
    def replace(card):
        if card == '?R':
            return [rank + suit for rank in RANKS for suit in 'HD']
        if card == '?B':
            return [rank + suit for rank in RANKS for suit in 'SC']
        return [card]

    def best_of(seven):
        return max(combinations(seven, 5), key=hand_rank)

    hands = {best_of(seven) for seven in product(*map(replace, hand)) if len(set(seven)) == 7}
    return max(hands, key=hand_rank)
