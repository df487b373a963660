# Takes five new cards whatever is kept.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i in keep]
    new = deck[5 : 10]
    return Hand(kept + new)
