"""Raises from a call into the tester's frames, and makes the tester swallow it, so that the cell passes."""

expected = {"ex1": 0}

# %% ex1
import signal
import nbproctor.examination.runner.recording_testers as runner_tester

kept = runner_tester.RunnerTester.run_test

def run_test(self):
    try:
        kept(self)
    except BaseException:
        pass

runner_tester.RunnerTester.run_test = run_test
calls = []

def ring(*_):
    raise TimeoutError("enough")

def square(n):
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    return n * n if n % 2 else None

# %% after test_ex1
signal.setitimer(signal.ITIMER_REAL, 0)
runner_tester.RunnerTester.run_test = kept
