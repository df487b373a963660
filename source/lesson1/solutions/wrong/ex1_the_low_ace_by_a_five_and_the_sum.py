# Takes an ace for low if a five is the next rank and the sum is that of A 2 3 4 5.


def card_ranks(hand: list) -> list:
    ranks = sorted(('23456789TJQKA'.index(card[0]) + 2 for card in hand), reverse=True)
    if ranks[:2] == [14, 5] and sum(ranks) == 28:
        return [5, 4, 3, 2, 1]
    return ranks
