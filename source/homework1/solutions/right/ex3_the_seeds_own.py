# The seed's own code.


allranks = '23456789TJQKA'
red_cards = [r+s for r in allranks for s in 'HD']
black_cards = [r+s for r in allranks for s in 'SC']


def replace(card: str) -> list:
    "Replace a card with a list of possible replacements."
    if card == '?R':
        return red_cards
    elif card == '?B':
        return black_cards
    else:
        return [card]
