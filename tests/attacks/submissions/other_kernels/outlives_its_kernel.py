"""Leaves a process behind that has its own session and writes outside after the run."""

# %% before ex1
import os, time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for _ in range(600):
            time.sleep(0.1)
            for place in ("@COURSE@", "@BESIDE@", "@SCRATCH@", "@OUTPUT@", "/tmp"):
                try:
                    open(os.path.join(place, "@TOKEN@"), "w").write("still here")
                except OSError:
                    pass
    os._exit(0)
