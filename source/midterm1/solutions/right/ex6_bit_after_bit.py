# Bit after bit.


def score_from_info(hand_type, primary, secondary):
    def put(score, value, bits):
        if bits == 0:
            return score
        return put(score, value >> 1, bits - 1) * 2 + value % 2

    return put(put(put(0, poker_info["HAND_TYPES"][hand_type], 4), primary, 13), secondary, 13)
