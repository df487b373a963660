# Yields lists, and makes a list of them.

def five_card_hands(hand: list) -> list:
    def choose(cards, count):
        if not count:
            yield []
        for place in range(len(cards) - count + 1 if count else 0):
            for rest in choose(cards[place + 1:], count - 1):
                yield [cards[place], *rest]

    return [*choose(hand, 5)]
