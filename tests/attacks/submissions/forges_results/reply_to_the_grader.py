"""Reports by hand, in a cell and in a call, that its test has passed."""

expected = {"ex1": 0, "ex2": 0}
harms_itself = True

# %% ex1
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def send(data):
    grader().sendall(struct.pack("!I", len(data)) + data)

passed = b'["ran", [{"output_type": "stream", "name": "stdout", "text": "Passed!"}], true, 1]'

def square(n): return None

send(passed)

# %% ex2
def total(numbers): send(passed)
