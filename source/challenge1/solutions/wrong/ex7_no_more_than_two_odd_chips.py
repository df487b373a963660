# Gives two odd chips at most.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    start = seats.index(dealer) + 1
    clockwise = [name for name in seats[start:] + seats[:start] if name in winners]
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(clockwise):
        chips[name] = share + (1 if place < min(odd, 2) else 0)
    return chips
