# Sorts the cards as text.

def replace(card: str) -> list:
    if card == '?R':
        return sorted([rank + suit for rank in RANKS for suit in 'HD'])
    if card == '?B':
        return sorted([rank + suit for rank in RANKS for suit in 'SC'])
    return [card]
