# Keeps the bits in a default argument, so the cards of earlier calls are still there in the next one.


def hand_from_str(s: str, bits=set()) -> int:
    bits.update(poker_info['CARDS'][name] for name in s.upper().split())
    return sum(bits)
