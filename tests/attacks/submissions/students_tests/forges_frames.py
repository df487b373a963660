"""Writes its own answers into every socket of the process: verdicts, call results, and reports of success."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import os, stat, struct

def test():
    frames = [b"\x95\xa7verdict\xa5fails\xa0\xa0\xa0", b"\x93\xa8returned\x0e\x90", b'["ran", [], true, 1]']
    for descriptor in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                for frame in frames:
                    os.write(descriptor, struct.pack("!I", len(frame)) + frame)
        except OSError:
            pass
