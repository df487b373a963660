# Replaces jokers by all cards of the colour and drops hands with a card twice.

def possible_hands(hand: list) -> list:
    def replace(card):
        suits = {'?R': 'HD', '?B': 'SC'}.get(card)
        return [rank + suit for rank in RANKS for suit in suits] if suits else [card]

    return [cards for cards in product(*map(replace, hand)) if len(set(cards)) == 7]
