# Begins with the first winner of the list.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    start = seats.index(winners[0])
    clockwise = [name for name in seats[start:] + seats[:start] if name in winners]
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(clockwise):
        chips[name] = share + (1 if place < odd else 0)
    return chips
