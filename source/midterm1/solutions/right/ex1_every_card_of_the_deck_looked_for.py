# Every card of the deck looked for.


def hand_from_str(s):
    named = set(s.upper().split())
    return sum(value for card, value in poker_info["CARDS"].items() if card in named)
