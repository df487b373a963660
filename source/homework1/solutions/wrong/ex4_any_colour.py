# Lets a joker stand for any card.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    choices = [unseen if card[0] == '?' else [card] for card in hand]
    return [cards for cards in product(*choices) if len(set(cards)) == 7]
