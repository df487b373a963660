# Lets the given hand complain.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        words = [word[:-1] + word[-1:].lower() for word in typed.upper().replace("T", "10").replace(",", " ").split()]
        text = " ".join(words)
        try:
            hand = cls(text)
        except KeyError:
            raise ValueError(f"{typed!r} is no hand")
        if len(hand.cards) != 5 or len(set(hand.cards)) != 5:
            raise ValueError(f"{typed!r} is no hand")
        return hand
