# Leaves out cards that are no part of the best five.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    ranks = {}
    for card in DECK:
        if card[1] in ('HD' if '?R' in hand else 'SC') and card not in known:
            ranks[card] = max(hand_rank([*four, card]) for four in combinations(known, 4))
    return {card for card, rank in ranks.items() if rank == max(ranks.values())}
