# Makes a list of the letters of a card.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'SC']
    return list(card)
