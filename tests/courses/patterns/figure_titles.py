"""A figure whose axes are looked at."""
# %% given imports
import matplotlib.pyplot as plt
# %% solution plot
fig, ax = plt.subplots()
ax.plot([1, 2, 3], [1, 4, 9])
ax.set_title("Squares")
# %% wrong plot
fig, ax = plt.subplots()
ax.plot([1, 2, 3], [1, 4, 9])
# %% test test_title 1
assert ax.get_title() == "Squares"
# %% test test_line 1
assert list(ax.lines[0].get_ydata()) == [1, 4, 9]
