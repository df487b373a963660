# Lists the strongest first.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in reversed(RANKS) for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in reversed(RANKS) for suit in 'SC']
    return [card]
