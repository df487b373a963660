# Takes the last card for the joker.

def best_replacements(hand: list) -> set:
    known = hand[:-1]
    suits = 'HD' if hand[-1] == '?R' else 'SC'
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: max(map(hand_rank, combinations([*known, card], 5))) for card in cards}
    return {card for card in cards if ranks[card] == max(ranks.values())}
