# The first card belongs to the five, or it does not.

def five_card_hands(hand: list) -> list:
    def choose(cards, count):
        if count == 0:
            return [[]]
        if len(cards) < count:
            return []
        first, *others = cards
        return [[first, *rest] for rest in choose(others, count - 1)] + choose(others, count)

    return choose(hand, 5)
