# Counts names of ranks.

from collections import Counter


def get_reductions(hand):
    cards = cards_info(hand)["string_representation"].split()
    times = Counter(card[0] for card in cards)

    def bits(wanted):
        return sum(1 << poker_info["RANKS"][rank] for rank, n in times.items() if n in wanted)

    in_order = "".join(sorted(times, key="23456789TJQKA".index))
    five_high = in_order == "2345A"
    straight = five_high or len(in_order) == 5 and in_order in "23456789TJQKA"
    return (
        len({card[1] for card in cards}) == 1,
        bits({1, 2, 3, 4}),
        bits({4}),
        bits({1, 3}),
        bits({3}),
        five_high,
        straight,
        len(times),
    )
