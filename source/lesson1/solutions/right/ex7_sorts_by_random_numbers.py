# Sorts the cards by random numbers.

mydeck = sorted(r + s for s in 'HDSC' for r in [*map(str, range(2, 10)), *'TJQKA'])


def deal(numhands, n=5, deck=mydeck):
    cards = iter(sorted(deck, key=lambda card: random.random()))
    if numhands * n > len(deck):
        raise ValueError
    return [[next(cards) for _ in range(n)] for _ in range(numhands)]
