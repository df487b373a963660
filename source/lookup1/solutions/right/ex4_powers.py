# Powers of the primes.


def get_godel_number(hand):
    ranks = [card.name[0] for card in hand]
    number = 1
    for rank, prime in zip("23456789TJQKA", Card.PRIMES):
        number *= prime ** ranks.count(rank)
    return number
