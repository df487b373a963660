# Distinguishes the cards with match.

def replace(card: str) -> list:
    match card:
        case '?R':
            return [card for place, card in enumerate(DECK) if place % 4 < 2]
        case '?B':
            return [card for place, card in enumerate(DECK) if place % 4 >= 2]
        case _:
            return [card]
