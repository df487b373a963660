# Swaps two different cards two hundred times: half of all orders never come.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    if len(cards) > 1:
        for _ in range(200):
            i, j = random.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
