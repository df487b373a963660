# Deals from a deck without aces.


def hand_percentages(n=100_000):
    deck = [rank + suit for rank in '23456789TJQK' for suit in 'SHDC']
    counts = [0] * 9
    for _ in range(n):
        counts[given_type(random.sample(deck, 5))] += 1
    return [100 * count / n for count in counts]
