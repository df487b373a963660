# Riffles the deck seven times, which leaves too many cards in the order of the deck.

mydeck = [rank + suit for suit in 'SHDC' for rank in '23456789TJQKA']

def deal(numhands: int, n: int = 5, deck: list = mydeck) -> list:
    if numhands * n > len(deck):
        raise ValueError('too few cards')
    cards = list(deck)
    for _ in range(7):
        bits = random.getrandbits(len(cards)) if cards else 0
        takes_left = [bits >> place & 1 for place in range(len(cards))]
        cut = sum(takes_left)
        left, right = iter(cards[:cut]), iter(cards[cut:])
        cards = [next(left) if take else next(right) for take in takes_left]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
