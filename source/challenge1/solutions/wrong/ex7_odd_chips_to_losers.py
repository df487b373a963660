# The odd chips go to the players after the dealer, winners or not.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    chips = {name: share if name in winners else 0 for name in seats}
    seat = seats.index(dealer)
    for _ in range(odd):
        seat = (seat + 1) % len(seats)
        chips[seats[seat]] += 1
    return chips
