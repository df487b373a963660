# Takes the cards from the deck, which has to stay as it is.


def swap_cards(deck, keep):
    hand = [deck.pop(0) for _ in range(5)]
    hand = [card for card in hand if "23456789TJQKA".index(card.name[0]) in keep]
    while len(hand) != 5:
        hand.append(deck.pop(0))
    return Hand(hand)
