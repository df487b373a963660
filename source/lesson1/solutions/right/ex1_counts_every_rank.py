# Goes from the highest rank to the lowest and takes each as often as it is there.


def card_ranks(hand):
    letters = [rank for rank, suit in hand]
    if set(letters) == set('A2345'):
        return [5, 4, 3, 2, 1]
    ranks = []
    for value, letter in zip(range(14, 1, -1), 'AKQJT98765432'):
        ranks += [value] * letters.count(letter)
    return ranks
