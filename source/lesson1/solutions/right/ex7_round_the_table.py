# Deals card by card round the table.

from itertools import product

mydeck = [''.join(card) for card in product('23456789TJQKA', 'SHDC')]


def deal(numhands, n=5, deck=mydeck):
    if len(deck) < numhands * n:
        raise ValueError(f'{len(deck)} cards are not enough for {numhands} hands of {n}')
    cards = deck.copy()
    random.shuffle(cards)
    hands = [[] for _ in range(numhands)]
    for _ in range(n):
        for hand in hands:
            hand.append(cards.pop())
    return hands
