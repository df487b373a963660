# Counted by rank.


def get_reductions(hand):
    groups = [hand >> 13 * i & 8191 for i in range(4)]
    times = [sum(g >> i & 1 for g in groups) for i in range(13)]

    def where(*wanted):
        return sum(1 << i for i, t in enumerate(times) if t in wanted)

    ranks = where(1, 2, 3, 4)
    held = [i for i, t in enumerate(times) if t]
    wheel = held == [0, 1, 2, 3, 12]
    return (
        groups.count(0) == 3,
        ranks,
        where(4),
        where(1, 3),
        where(3),
        wheel,
        wheel or (len(held) == 5 and held[4] - held[0] == 4),
        len(held),
    )
