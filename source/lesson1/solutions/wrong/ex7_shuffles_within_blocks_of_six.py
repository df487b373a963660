# Shuffles the first six cards, the next six, and so on.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    cards = [card for at in range(0, len(cards), 6) for card in random.sample(cards[at:at + 6], len(cards[at:at + 6]))]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
