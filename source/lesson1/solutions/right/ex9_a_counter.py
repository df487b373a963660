# A Counter, sorted by count and rank.

from collections import Counter


def hand_rank_by_groups(hand):
    held = Counter('23456789TJQKA'.index(card[0]) + 2 for card in hand)
    ranks = tuple(sorted(held, key=lambda rank: (held[rank], rank), reverse=True))
    counts = tuple(held[rank] for rank in ranks)
    code = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(counts, 0)
    if code == 0:
        if ranks[:2] == (14, 5):
            ranks = (5, 4, 3, 2, 1)
        if ranks[0] - ranks[4] == 4:
            code += 4
    if all(card[1] == hand[0][1] for card in hand):
        code = code + 5 if code in (0, 4) else max(code, 5)
    return code, ranks
