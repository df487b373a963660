# Takes hearts and diamonds for black.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'SC']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'HD']
    return [card]
