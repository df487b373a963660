# Any joker is red.

def replace(card: str) -> list:
    return [rank + suit for rank in '23456789TJQKA' for suit in 'HD'] if '?' in card else [card]
