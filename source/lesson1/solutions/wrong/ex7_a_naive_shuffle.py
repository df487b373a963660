# Shuffles by swapping each card once with its neighbour, or not.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    for i in range(len(cards) - 1):
        if random.random() < 0.5:
            cards[i], cards[i + 1] = cards[i + 1], cards[i]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
