# Cuts the deck, shuffles it and takes the hands from its end.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    place = random.randrange(len(cards) + 1)
    cards = cards[place:] + cards[:place]
    random.shuffle(cards)
    cards = cards[::-1]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
