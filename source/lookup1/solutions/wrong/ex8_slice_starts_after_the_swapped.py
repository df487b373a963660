# Lets the slice end at place 10 and start later, so the wrong new cards come.


def swap_cards(deck: list, keep: set) -> Hand:
    kept = [card for card in deck[:5] if card.value_i in keep]
    return Hand(kept + list(deck[5 + len(kept):10]))
