# Takes cards from the two halves of the deck at random, three times.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    for _ in range(3):
        left, right, cards = cards[:len(cards) // 2], cards[len(cards) // 2:], []
        while left or right:
            cards.append((left if random.random() * (len(left) + len(right)) < len(left) else right).pop(0))
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
