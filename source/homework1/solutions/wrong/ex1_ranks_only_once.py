# Takes two cards of one rank for the same card.

def five_card_hands(hand: list) -> list:
    different = list({card[0]: card for card in hand}.values())
    return [five for five in combinations(hand, 5) if len({card[0] for card in five}) == min(5, len(different))]
