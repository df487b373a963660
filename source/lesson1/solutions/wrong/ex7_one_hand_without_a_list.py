# Returns one hand without the list around it.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = random.sample(deck, numhands * n)
    hands = [cards[n * i:n * (i + 1)] for i in range(numhands)]
    return hands[0] if len(hands) == 1 else hands
