# Sorts the cards by their place in the order, then turns them into numbers.


def card_ranks(hand):
    order = '23456789TJQKA'
    letters = ''.join(sorted((card[0] for card in hand), key=order.index))
    low = 1 if letters == '2345A' else 14
    values = {**{r: v for v, r in enumerate(order, 2)}, 'A': low}
    return sorted((values[letter] for letter in letters), reverse=True)
