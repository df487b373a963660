# Returns a set.

def replace(card: str) -> list:
    if card == '?R':
        return set([rank + suit for rank in RANKS for suit in 'HD'])
    if card == '?B':
        return set([rank + suit for rank in RANKS for suit in 'SC'])
    return {card}
