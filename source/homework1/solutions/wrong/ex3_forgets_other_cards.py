# Returns nothing for a card that is no joker.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'SC']
