# A set of one text.


def translate_score(score):
    strength, primary, secondary = partition_score(score)
    hand_type = {v: k for k, v in poker_info["HAND_TYPES"].items()}[strength]

    def text(bits):
        return ranks_info(bits)["string_representation"]

    def ranks(bits):
        return set(text(bits).split())

    return {"hand_type": hand_type, "primary": {text(primary)}, "secondary": ranks(secondary)}
