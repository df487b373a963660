"""Functions that return numbers, strings and lists."""
# %% solution square
def square(n):
    return n * n
# %% another square
square = lambda n: n ** 2
# %% wrong square
def square(n):
    return n + n
# %% test test_square 2
assert square(3) == 9
assert square(-4) == 16
# %% solution words
def words(text):
    return text.lower().split()
# %% wrong words
def words(text):
    return text.split()
# %% test test_words 1
assert words("An Ace") == ["an", "ace"]
# %% test test_words_hidden 1
### BEGIN HIDDEN TESTS
assert words("") == []
### END HIDDEN TESTS
