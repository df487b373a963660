# Takes a joker for a card like any other.

def replace(card: str) -> list:
    if card == '?R':
        return [card]
    if card == '?B':
        return [card]
    return [card]
