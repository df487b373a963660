# Collects the cards by the rank that they lead to.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if '?' not in card]
    by_rank = {}
    for rank in RANKS:
        for suit in 'HD' if '?R' in hand else 'SC':
            if rank + suit not in known:
                strongest = hand_rank(max(combinations(known + [rank + suit], 5), key=hand_rank))
                by_rank.setdefault(strongest, set()).add(rank + suit)
    return by_rank[max(by_rank)]
