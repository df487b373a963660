# Begins the prime numbers with 1.


def get_godel_number(hand):
    primes = (1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    number = 1
    for card in hand:
        number *= primes[card.value_i]
    return number
