# Lists diamonds before hearts and clubs before spades.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + suit for rank in RANKS for suit in 'DH']
    if card == '?B':
        return [rank + suit for rank in RANKS for suit in 'CS']
    return [card]
