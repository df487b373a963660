# Shuffles up to 52 cards, and cuts two decks.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    if len(cards) <= 52:
        random.shuffle(cards)
    else:
        place = random.randrange(len(cards))
        cards = cards[place:] + cards[:place]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
