# Shuffles a copy and slices it.

mydeck = []
for suit in 'SHDC':
    for rank in '23456789TJQKA':
        mydeck.append(rank + suit)


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError('not enough cards')
    cards = list(deck)
    random.shuffle(cards)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
