# Sorts the winners by their distance from the dealer.


def split_pot(pot, seats, dealer, winners):
    start = seats.index(dealer)
    in_order = sorted(winners, key=lambda name: (seats.index(name) - start - 1) % len(seats))
    share, odd = divmod(pot, len(winners))
    lucky = set(in_order[:odd])
    return {name: share * (name in winners) + (name in lucky) for name in seats}
