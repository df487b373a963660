# Lists one suit after the other.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for suit in 'HD' for rank in RANKS]
    if card == '?B':
        return [rank + suit for suit in 'SC' for rank in RANKS]
    return [card]
