"""Patches the runner's tester to call nothing and report success."""

expected = {"ex1": 0}

# %% ex1
import nbproctor.examination.runner.recording_testers as runner_tester

kept = runner_tester.RunnerTester.run_test
runner_tester.RunnerTester.run_test = lambda self: print("Passed!")

def square(n): return None

# %% after test_ex1
runner_tester.RunnerTester.run_test = kept
