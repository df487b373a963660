# Groups the cards by what they lead to.

from collections import defaultdict


def best_replacements(hand: list) -> set:
    *known, joker = sorted(hand, key=lambda card: card[0] == '?')
    by_rank = defaultdict(set)
    for rank, suit in product('23456789TJQKA', 'HD' if joker == '?R' else 'SC'):
        if rank + suit not in known:
            by_rank[max(map(hand_rank, combinations(known + [rank + suit], 5)))].add(rank + suit)
    return by_rank[max(by_rank)]
