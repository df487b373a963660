# Gives an odd chip to each of the next seats and loses those that fall on players who do not win.


def split_pot(pot: int, seats: list, dealer: str, winners: list) -> dict:
    share, odd = divmod(pot, len(winners))
    chips = {name: share * (name in winners) for name in seats}
    at = seats.index(dealer)
    for i in range(1, odd + 1):
        name = seats[(at + i) % len(seats)]
        if name in winners:
            chips[name] += 1
    return chips
