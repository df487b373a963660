# Returns a card that is no joker without a list.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'SC']
    return card
