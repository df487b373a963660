# Takes the joker out of the hand itself.

def best_replacements(hand: list) -> set:
    suits = 'HD' if '?R' in hand else 'SC'
    hand.remove('?R' if '?R' in hand else '?B')
    known = hand
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: max(map(hand_rank, combinations([*known, card], 5))) for card in cards}
    return {card for card in cards if ranks[card] == max(ranks.values())}
