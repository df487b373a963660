# Fills a dictionary with a default.


from collections import defaultdict


def split_pot(pot, seats, dealer, winners):
    chips = defaultdict(lambda: 0, {name: 0 for name in seats})
    share = pot // len(winners)
    left = pot - share * len(winners)
    i = seats.index(dealer)
    for step in range(1, len(seats) + 1):
        name = seats[(i + step) % len(seats)]
        if name in winners:
            chips[name] += share + bool(left)
            left = max(left - 1, 0)
    return chips
