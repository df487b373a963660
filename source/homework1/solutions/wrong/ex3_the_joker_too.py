# Lets a joker stay a joker.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HD'] + ['?R']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'SC'] + ['?B']
    return [card]
