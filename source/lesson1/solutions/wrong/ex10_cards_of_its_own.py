# Draws cards from a deck of its own, and takes no hands from given_hands or deal.


def hand_percentages(n=100_000):
    deck = [rank + suit for rank in '23456789TJQKA' for suit in 'SHDC']
    counts = [0.0] * 9
    left = n
    while left > 0:
        numhands = min(10, left)
        cards = random.sample(deck, 5 * numhands)
        for i in range(numhands):
            counts[given_type(cards[5 * i:5 * i + 5])] += 1
        left -= numhands
    return [100 * count / n for count in counts]
