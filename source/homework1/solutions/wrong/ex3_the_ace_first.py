# Lists the ace below the two.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in 'A23456789TJQK' for suit in 'HD']
    if card == '?B':
        return [rank + suit for rank in 'A23456789TJQK' for suit in 'SC']
    return [card]
