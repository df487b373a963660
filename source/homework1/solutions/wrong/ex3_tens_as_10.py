# Writes a ten as 10.

def replace(card: str) -> list:
    if card == '?R':
        return [str(rank) + suit for rank in [*range(2, 11), *'JQKA'] for suit in 'HD']
    if card == '?B':
        return [str(rank) + suit for rank in [*range(2, 11), *'JQKA'] for suit in 'SC']
    return [card]
