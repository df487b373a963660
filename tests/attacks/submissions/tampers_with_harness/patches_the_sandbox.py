"""Patches os, ctypes and the sandbox's functions, hoping that they are called again."""

expected = {"ex1": 0}

# %% ex1
import ctypes, os
import nbproctor.examination.sandbox as sandbox
import nbproctor.examination.wire.codec as codec

sandbox.enter = lambda *args, **kwargs: iter(["everything"])
codec.MAX_BYTES = codec.MAX_DEPTH = 1 << 60
os._exit = os.kill = lambda *args: None

def square(n): return None
