"""Creates its own namespaces, to be root and mount in them."""

expected = {"ex1": 0}

# %% ex1
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

def square(n):
    for flags in (0x10000000, 0x20000, 0x10000000 | 0x20000, 0x40000000):
        libc.unshare(flags)
    libc.mount(b"none", b"@BESIDE@", b"tmpfs", 0, None)
    try:
        open("@BESIDE@/@TOKEN@", "w").write("from a namespace")
    except OSError:
        pass
    return None
