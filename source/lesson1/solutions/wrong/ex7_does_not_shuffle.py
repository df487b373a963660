# Deals the cards in the order of the deck.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    return [deck[n * i:n * (i + 1)] for i in range(numhands)]
