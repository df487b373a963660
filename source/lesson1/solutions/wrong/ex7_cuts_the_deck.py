# Only cuts the deck at a random place.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    place = random.randrange(len(deck))
    cards = deck[place:] + deck[:place]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
