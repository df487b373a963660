# Deals n hands of numhands cards.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = random.sample(deck, numhands * n)
    return [cards[numhands * i:numhands * (i + 1)] for i in range(n)]
