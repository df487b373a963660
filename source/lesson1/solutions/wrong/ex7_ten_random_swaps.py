# Swaps two random cards ten times, which leaves most of 52 where they were.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    for _ in range(10):
        i, j = random.randrange(len(cards)), random.randrange(len(cards))
        cards[i], cards[j] = cards[j], cards[i]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
