# Looks the joker up in a dictionary.

def replace(card: str) -> list:
    replacements = {
        '?R': [rank + suit for rank in RANKS for suit in 'HD'],
        '?B': [rank + suit for rank in RANKS for suit in 'SC'],
    }
    return replacements.get(card, [card])
