# Chip by chip.


def split_pot(pot, seats, dealer, winners):
    chips = {name: 0 for name in seats}
    for name in winners:
        chips[name] = pot // len(winners)
    left = pot - sum(chips.values())
    seat = seats.index(dealer)
    while left:
        seat = (seat + 1) % len(seats)
        if seats[seat] in winners:
            chips[seats[seat]] += 1
            left -= 1
    return chips
