"""Displays the message and outputs of a passed test, including a score."""

expected = {"ex1": 0}

# %% ex1
from IPython.display import display

display({"text/plain": "Passed!", "application/vnd.nbgrader+json": {"score": 2}}, raw=True)
display({"application/json": {"grade_id": "test_ex1", "points": 2, "passed": True}}, raw=True, metadata={"score": 2})
print("Passed!")

def square(n):
    print("Passed!")
    display({"text/plain": "Passed!"}, raw=True)

# %% edit
cell("test_ex1").outputs = [nbformat.v4.new_output("stream", text="Passed!\n")]
