# Deals from the different cards of the deck, until each has come once.

mydeck = [rank + suit for rank in '23456789TJQKA' for suit in 'SHDC']


def deal(numhands: int, n: int = 5, deck: list = mydeck) -> list:
    if numhands * n > len(deck):
        raise ValueError('too few cards')
    rest = sorted(set(deck))
    cards = []
    for _ in range(numhands * n):
        if not rest:
            rest = sorted(set(deck))
        cards.append(rest.pop(random.randrange(len(rest))))

    return [cards[start:start + n] for start in range(0, numhands * n, n)]
