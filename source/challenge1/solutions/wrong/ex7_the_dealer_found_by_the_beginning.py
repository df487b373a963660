# Takes the first player whose name begins like that of the dealer for the dealer.


def split_pot(pot, seats, dealer, winners):
    share, odd = divmod(pot, len(winners))
    first = next(place for place, name in enumerate(seats) if name.startswith(dealer)) + 1
    turn = [name for name in seats[first:] + seats[:first] if name in winners]
    chips = {name: share if name in winners else 0 for name in seats}
    for name in turn[:odd]:
        chips[name] += 1
    return chips
