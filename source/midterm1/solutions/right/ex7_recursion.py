# Recursion.


def translate_score(score):
    strength, primary, secondary = partition_score(score)

    def ranks(bits, names=tuple(poker_info["RANKS"])):
        if not bits:
            return set()
        return ({names[0]} if bits % 2 else set()) | ranks(bits // 2, names[1:])

    for name, value in poker_info["HAND_TYPES"].items():
        if value == strength:
            return {"secondary": ranks(secondary), "primary": ranks(primary), "hand_type": name}
