# The seed's own code: a deck without aces, which it shuffles, and no error if it has too few cards.


import random


mydeck = [r+s for r in '23456789TJQK' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    random.shuffle(deck)
    return [deck[n*i:n*(i + 1)] for i in range(numhands)]
