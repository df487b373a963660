# Takes the cards of the colour out of the deck.

def replace(card: str) -> list:
    def fits(other):
        if card == '?R':
            return other[1] in 'HD'
        if card == '?B':
            return other[1] in 'SC'
        return other == card

    return list(filter(fits, DECK))
