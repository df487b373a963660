# Sorts its own list of winners.


def split_pot(pot, seats, dealer, winners):
    start = seats.index(dealer) + 1
    winners.sort(key=lambda name: (seats.index(name) - start) % len(seats))
    share, odd = divmod(pot, len(winners))
    chips = dict.fromkeys(seats, 0)
    for place, name in enumerate(winners):
        chips[name] = share + (1 if place < odd else 0)
    return chips
