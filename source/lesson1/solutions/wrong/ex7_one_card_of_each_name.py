# Deals no card that it has dealt before, though two decks have it twice.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = []
    while len(cards) < numhands * n:
        card = random.choice(deck)
        if card not in cards:
            cards.append(card)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
