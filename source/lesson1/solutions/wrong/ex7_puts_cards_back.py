# Puts each card back before the next is drawn.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    return [random.choices(deck, k=n) for _ in range(numhands)]
