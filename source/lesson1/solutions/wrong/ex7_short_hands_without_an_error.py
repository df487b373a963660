# Deals shorter hands when the cards run out.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = list(deck)
    random.shuffle(cards)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
