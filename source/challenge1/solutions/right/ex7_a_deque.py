# A deque that is turned to the dealer.

from collections import deque


def split_pot(pot, seats, dealer, winners):
    table = deque(seats)
    table.rotate(-seats.index(dealer) - 1)
    in_order = [name for name in table if name in winners]
    amounts = [(pot + len(in_order) - 1 - place) // len(in_order) for place in range(len(in_order))]
    won = dict(zip(in_order, amounts))
    return {name: won.get(name, 0) for name in seats}
