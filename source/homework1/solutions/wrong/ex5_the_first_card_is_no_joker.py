# Takes the joker for black unless it is a red one that is not in front.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HD' if '?R' in hand[1:] else 'SC'
    ranks = {
        card: max(map(hand_rank, combinations([*known, card], 5)))
        for card in DECK if card[1] in suits and card not in known
    }
    return {card for card, rank in ranks.items() if rank == max(ranks.values())}
