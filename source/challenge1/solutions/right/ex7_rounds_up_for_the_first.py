# What is left, shared by those who are left.


def split_pot(pot, seats, dealer, winners):
    chips = dict.fromkeys(seats, 0)
    turn = seats.index(dealer) + 1
    clockwise = [name for name in seats[turn:] + seats[:turn] if name in winners]
    for already, name in enumerate(clockwise):
        chips[name] = -(-pot // (len(clockwise) - already))
        pot -= chips[name]
    return chips
