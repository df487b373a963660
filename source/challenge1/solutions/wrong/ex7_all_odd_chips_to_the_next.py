# The first after the dealer gets all odd chips, if there are two at most.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    start = seats.index(dealer) + 1
    clockwise = [name for name in seats[start:] + seats[:start] if name in winners]
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(clockwise):
        chips[name] = share + (odd if place == 0 and odd < 3 else 0 if odd < 3 else int(place < odd))
    return chips
