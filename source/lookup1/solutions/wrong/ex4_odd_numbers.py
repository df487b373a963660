# Takes 9 for a prime number.


def get_godel_number(hand):
    primes = (2, 3, 5, 7, 9, 11, 13, 17, 19, 23, 29, 31, 37)
    number = 1
    for card in hand:
        number *= primes[card.value_i]
    return number
