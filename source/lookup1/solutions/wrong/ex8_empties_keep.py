# Takes the ranks that it has met out of the set of those that are kept.


def swap_cards(deck, keep):
    ranks = {card.value_i for card in deck[:5]}
    kept = [card for card in deck[:5] if card.value_i in keep]
    keep -= ranks
    return Hand(kept + deck[5 : 10 - len(kept)])
