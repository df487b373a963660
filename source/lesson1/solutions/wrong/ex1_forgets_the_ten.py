# Writes the ten as 10 and finds no T.


def card_ranks(hand):
    values = {'10': 10, 'J': 11, 'Q': 12, 'K': 13, 'A': 14, **{str(n): n for n in range(2, 10)}}
    ranks = sorted((values.get(card[0], 0) for card in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks == [14, 5, 4, 3, 2] else ranks
