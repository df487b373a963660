# Sorts by a random number up to 128: now and then two cards have the same number, and keep their order.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    cards.sort(key=lambda card: random.getrandbits(7))
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
