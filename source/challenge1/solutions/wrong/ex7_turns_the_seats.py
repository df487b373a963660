# Turns its own list of seats.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    while seats[-1] != dealer:
        seats.append(seats.pop(0))
    clockwise = [name for name in seats if name in winners]
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(clockwise):
        chips[name] = share + (place < odd)
    return chips
