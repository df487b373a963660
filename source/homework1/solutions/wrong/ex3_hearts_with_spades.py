# Takes hearts and spades for one colour.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'HS']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'DC']
    return [card]
