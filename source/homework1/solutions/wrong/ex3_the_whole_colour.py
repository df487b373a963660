# Lets every card stand for its colour.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'SC']
    return ([rank + suit for rank in RANKS for suit in 'HD'] if card[1] in 'HD' else [rank + suit for rank in RANKS for suit in 'SC'])
