# Returns a tuple.

def replace(card: str) -> list:
    if card == '?R':
        return tuple([rank + suit for rank in RANKS for suit in 'HD'])
    if card == '?B':
        return tuple([rank + suit for rank in RANKS for suit in 'SC'])
    return (card,)
