# Joins the pairs that product gives.

def replace(card: str) -> list:
    suits = {'?R': 'HD', '?B': 'SC'}
    if card in suits:
        return list(map(''.join, product(RANKS, suits[card])))
    return [card]
