# Two loops that append.

def replace(card: str) -> list:
    if '?' not in card:
        return [card]
    suits = ['H', 'D'] if card[1] == 'R' else ['S', 'C']
    cards = []
    for rank in '23456789TJQKA':
        for suit in suits:
            cards.append(rank + suit)
    return cards
