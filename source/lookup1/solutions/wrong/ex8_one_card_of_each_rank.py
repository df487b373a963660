# Keeps one card of each rank only.


def swap_cards(deck: list, keep: set) -> Hand:
    kept = []
    wanted = set(keep)
    for card in deck[:5]:
        if card.value_i in wanted:
            kept.append(card)
            wanted.remove(card.value_i)
    return Hand(kept + list(deck[5:10 - len(kept)]))
