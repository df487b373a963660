# Goes on swapping until all cards are of the ranks to keep.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i in keep]
    for card in deck[5:]:
        if len(kept) == 5:
            break
        if card.value_i in keep or not keep:
            kept.append(card)
    return Hand(kept)
