# Takes both colours where the black joker is the last card.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HDSC' if hand[-1] == '?B' else 'HD' if '?R' in hand else 'SC'
    ranks = {
        card: max(map(hand_rank, combinations([*known, card], 5)))
        for card in DECK if card[1] in suits and card not in known
    }
    return {card for card, rank in ranks.items() if rank == max(ranks.values())}
