# Raises an error if the deck is smaller than one hand, although no hand is to be dealt.


# mydeck: a list of the 52 cards
mydeck = [rank + suit for rank in '23456789TJQKA' for suit in 'SHDC']


def deal(numhands: int, n: int = 5, deck: list = mydeck) -> list:
    if max(1, numhands) * n > len(deck):
        raise ValueError('not enough cards')
    cards = random.sample(deck, len(deck))
    return [[cards.pop() for _ in range(n)] for _ in range(numhands)]
