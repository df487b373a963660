# Counts with a Counter.


def split_pot(pot, seats, dealer, winners):
    chips = Counter({name: 0 for name in seats})
    turn = seats.index(dealer)
    order = sorted(winners, key=lambda name: (seats.index(name) - turn - 1) % len(seats))
    chips.update(dict.fromkeys(winners, pot // len(winners)))
    chips.update(order[: pot % len(winners)])
    return chips
