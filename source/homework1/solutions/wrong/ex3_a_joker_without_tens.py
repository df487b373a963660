# Writes the ranks of a joker by hand, and forgets the ten.

def replace(card: str) -> list:
    suits = {'?R': 'HD', '?B': 'SC'}.get(card)
    return [rank + suit for rank in '23456789JQKA' for suit in suits] if suits else [card]
