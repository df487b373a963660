# Walks round the table with cycle, starting after the dealer, until all odd chips are dealt.


from itertools import cycle, dropwhile, islice

def split_pot(pot: int, seats: list, dealer: str, winners: list) -> dict:
    """Return how many chips of the pot each player gets."""
    lucky = frozenset(winners)
    walk = dropwhile(lambda name: name != dealer, cycle(seats))
    next(walk)
    with_one_more = set(islice(filter(lucky.__contains__, walk), pot % len(lucky)))
    return {name: int(name in with_one_more) + pot // len(lucky) * int(name in lucky) for name in seats}
