# All players share the pot.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    start = seats.index(dealer) + 1
    clockwise = seats[start:] + seats[:start]
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(clockwise):
        chips[name] = pot // len(seats) + (1 if place < pot % len(seats) else 0)
    return chips
