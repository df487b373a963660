# Puts one card after the other at a random place among those before.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    mixed = []
    for card in cards:
        mixed.insert(random.randint(0, len(mixed)), card)
    cards = mixed
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
