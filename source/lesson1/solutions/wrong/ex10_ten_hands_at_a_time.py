# Counts ten hands at a time and drops the rest of n.


def hand_percentages(n=100_000):
    deck = [rank + suit for rank in '23456789TJQKA' for suit in 'SHDC']
    counts = [0] * 9
    for _ in range(n // 10):
        cards = random.sample(deck, 50)
        for i in range(10):
            counts[given_type(cards[5 * i:5 * i + 5])] += 1
    return [100 * count / n for count in counts]
