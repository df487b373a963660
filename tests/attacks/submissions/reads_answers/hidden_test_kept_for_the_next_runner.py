"""Saves what it can read of the hidden test wherever it may write, and shows it in later cells and runners."""

expected = {"ex1": 0}

# %% before ex1
import ctypes, glob, os, platform
libc = ctypes.CDLL(None, use_errno=True)
PLACES = ".", os.path.expanduser("~"), "/tmp", "/dev/shm", "/var/tmp", "@BESIDE@", "@SCRATCH@"
number = {"x86_64": 248, "aarch64": 217}.get(platform.machine(), 0)

def show():
    for place in PLACES:
        for path in glob.glob(os.path.join(place, "@TOKEN@*")):
            print(open(path).read())
    buffer = ctypes.create_string_buffer(10_000)
    for ring in (-4, -5, -3):
        key = libc.syscall(number + 2, 10, ctypes.c_int(ring), b"user", b"@TOKEN@", 0) if number else -1
        if key > 0 and libc.syscall(number + 2, 11, key, buffer, 10_000) > 0:
            print(buffer.value)

show()

# %% ex1
def square(n): show()

# %% ex2
def seen():
    import linecache, sys
    texts = [str(In), *map(str, linecache.cache.values())]
    frame = sys._getframe()
    while frame is not None:
        texts.append(str(frame.f_code.co_consts))
        frame = frame.f_back
    return [text for text in texts if "Quartz" + "Hidden" in text]

def total(numbers):
    for text in seen():
        for place in PLACES:
            try:
                open(os.path.join(place, "@TOKEN@-kept"), "w").write(text)
            except OSError:
                pass
        for ring in (-4, -5, -3):
            libc.syscall(number, b"user", b"@TOKEN@", text.encode(), len(text.encode()), ctypes.c_int(ring))
    return sum(numbers)

# %% after test_ex2
show()
