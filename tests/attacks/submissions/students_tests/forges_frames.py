"""Writes answers of its own into every socket of the process: that it was called, and that all went well."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import os, stat, struct

def test():
    frames = [b"\x95\xa7applied\xa8returned\xc0\x80\x90", b"\x93\xa8callback\x00\xc4\x00", b'["report", [], true, 1]']
    for descriptor in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                for frame in frames:
                    os.write(descriptor, struct.pack("!I", len(frame)) + frame)
        except OSError:
            pass
