# Swaps each card with an earlier one, never with itself: no card stays where it was.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    for i in range(len(cards) - 1, 0, -1):
        j = random.randrange(i)
        cards[i], cards[j] = cards[j], cards[i]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
