# Lets a joker stand for any card.

def replace(card: str) -> list:
    if card == '?R':
        return DECK
    if card == '?B':
        return DECK
    return [card]
