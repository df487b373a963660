# Raises an IndexError when the cards run out.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = list(deck)
    random.shuffle(cards)
    return [[cards.pop() for _ in range(n)] for _ in range(numhands)]
