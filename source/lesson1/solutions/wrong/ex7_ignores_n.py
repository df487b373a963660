# Always deals five cards.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = random.sample(deck, numhands * 5)
    return [cards[5 * i:5 * (i + 1)] for i in range(numhands)]
