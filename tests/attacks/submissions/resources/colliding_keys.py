"""Returns a set whose members all share one hash, so that rebuilding it takes minutes."""

expected = {"ex2": 0}

# %% ex2
import nbproctor.examination.wire.codec as codec

class Colliding:
    pass

def packed(codec, value):
    return 3, codec.pack([((1 << 61) - 1) * (number + 9) for number in range(100_000)])

codec.ENCODERS[Colliding] = packed

def total(numbers): return Colliding()
