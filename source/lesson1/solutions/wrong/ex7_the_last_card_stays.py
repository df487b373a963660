# Shuffles all cards but the last.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    for i in range(len(cards) - 2, 0, -1):
        j = random.randint(0, i)
        cards[i], cards[j] = cards[j], cards[i]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
