# Takes hearts for the only red suit and clubs for the only black one.

def replace(card: str) -> list:
    if card == '?R':
        return [rank + 'H' for rank in RANKS]
    if card == '?B':
        return [rank + 'C' for rank in RANKS]
    return [card]
