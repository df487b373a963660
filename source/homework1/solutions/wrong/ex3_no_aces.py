# Takes the end of a slice for its last rank.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS[:12] for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in RANKS[:12] for suit in 'SC']
    return [card]
