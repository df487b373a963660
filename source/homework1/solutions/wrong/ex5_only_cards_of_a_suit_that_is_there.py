# Tries only suits that the hand has.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = [suit for suit in ('HD' if '?R' in hand else 'SC') if any(card[1] == suit for card in known)]
    suits = suits or ('HD' if '?R' in hand else 'SC')
    ranks = {
        card: max(map(hand_rank, combinations([*known, card], 5)))
        for card in DECK if card[1] in suits and card not in known
    }
    return {card for card, rank in ranks.items() if rank == max(ranks.values())}
