"""Keeps the judged functions and calls them while another exercise is tested, also from threads."""

expected = {"ex3": 0}

# %% ex2
import threading

kept = []

def test():
    kept.append(mixed)
    assert mixed([1, 2, 3]) == 14
    assert mixed([3, 2, 1]) == 10
    assert mixed([-5]) == -5
    assert mixed([]) == 0
    assert mixed([0] * 20 + [1]) == 21
    numbers = [5, 6]
    assert mixed(numbers) == 17 and numbers == [5, 6]

# %% ex3
def weighted(numbers):
    answers = []
    def ask(function):
        try:
            answers.append(function(numbers))
        except Exception:
            pass
    for function in [mixed, *kept]:
        ask(function)
        thread = threading.Thread(target=ask, args=(function,))
        thread.start()
        thread.join()
    return max(answers, key=answers.count) if answers else 0
