# Takes every card with an R for red and all others for black.

def replace(card: str) -> list:
    return [rank + suit for rank in RANKS for suit in ('HD' if 'R' in card else 'SC')]
