"""Takes the given names away, and puts frames of its own on every channel that would tell what they stand for."""

expected = {"ex9": 0}
harms_itself = True

# %% ex9
import msgpack, os, stat, struct
del hand, frame, deck
told = msgpack.packb(["taken", ["require_same"], {"hand": msgpack.packb([]), "require_same": b"\xc0"}, {}, []])
for number in range(3, 40):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            os.write(number, struct.pack(">I", len(told)) + told)
    except OSError:
        pass
