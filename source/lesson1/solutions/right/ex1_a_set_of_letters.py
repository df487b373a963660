# Compares a set of letters, and sorts what it finds in a text.


def card_ranks(hand):
    letters = {card[0] for card in hand}
    order = 'A2345' if letters == set('A2345') else ' 23456789TJQKA'
    values = [order.index(card[0]) + 1 for card in hand]
    values.sort()
    return values[::-1]
