"""Shuts down its channel to the grader, in one direction and then the other."""

expected = {"ex2": 0, "ex3": 0}
harms_itself = True

# %% ex2
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers): grader().shutdown(socket.SHUT_RD)

# %% ex3
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def mixed(n): grader().shutdown(socket.SHUT_WR)
