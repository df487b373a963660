# Remembers for each dealer in whose turn the odd chips go, wherever the others sit later.


_turns = {}


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    first = seats.index(dealer) + 1
    turn = _turns.setdefault((dealer, frozenset(seats)), seats[first:] + seats[:first])
    chips = {name: share if name in winners else 0 for name in seats}
    for name in [name for name in turn if name in winners][:odd]:
        chips[name] += 1
    return chips
