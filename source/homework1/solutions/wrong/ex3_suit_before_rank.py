# Writes the suit before the rank.

def replace(card: str) -> list:
    if card == '?R':
        return [suit + rank for rank in RANKS for suit in 'HD']
    if card == '?B':
        return [suit + rank for rank in RANKS for suit in 'SC']
    return [card]
