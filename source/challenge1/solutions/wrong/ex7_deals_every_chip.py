# Deals all chips one by one, which never ends with a large pot.


def split_pot(pot, seats, dealer, winners):
    chips = {name: 0 for name in seats}
    seat = seats.index(dealer)
    while pot:
        seat = (seat + 1) % len(seats)
        if seats[seat] in winners:
            chips[seats[seat]] += 1
            pot -= 1
    return chips
