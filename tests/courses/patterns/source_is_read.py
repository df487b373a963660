"""Tests that read the student's source code and docstrings."""
# %% solution total
def total(numbers):
    """Add the numbers up."""
    result = 0
    for number in numbers:
        result += number
    return result
# %% another total
def total(numbers):
    """Sums."""
    result = 0
    while numbers:
        result += numbers[0]
        numbers = numbers[1:]
    return result
# %% wrong total
def total(numbers):
    return sum(numbers)
# %% test test_value 1
assert total([1, 2, 3]) == 6
# %% test test_no_sum 1
import inspect
assert "sum(" not in inspect.getsource(total)
# %% test test_docstring 1
assert total.__doc__
