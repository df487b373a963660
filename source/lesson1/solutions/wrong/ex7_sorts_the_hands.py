# Sorts the cards of the deck that it dealt, so that a place tells the card.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = sorted(random.sample(deck, numhands * n))
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
