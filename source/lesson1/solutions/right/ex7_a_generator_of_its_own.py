# Uses a generator of its own, which it seeds from the module's.

mydeck = [rank + suit for rank in '23456789TJQKA' for suit in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    generator = random.Random(random.getrandbits(64))
    cards = generator.sample(range(len(deck)), n * numhands)
    return [[deck[place] for place in cards[i::numhands]] for i in range(numhands)]
