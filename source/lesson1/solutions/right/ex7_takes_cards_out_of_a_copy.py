# Takes one random card after the other out of a copy.

mydeck = [rank + suit for suit in 'CDHS' for rank in 'AKQJT98765432']


def deal(numhands, n=5, deck=mydeck):
    left = deck[:]
    hands = []
    for _ in range(numhands):
        hand = []
        while len(hand) < n:
            hand.append(left.pop(random.randrange(len(left))))
        hands.append(hand)
    return hands
