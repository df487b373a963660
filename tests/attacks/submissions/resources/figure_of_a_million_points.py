"""Returns axes with a million points and texts of megabytes, and others of which there are a hundred in a figure."""

expected = {"ex11": 0}

# %% ex11
import matplotlib.pyplot as plt

def chart(values):
    axes = plt.figure().add_subplot()
    axes.plot(range(1_000_000), range(1_000_000))
    axes.set_title("Values" * 1_000_000)
    axes.set_xticks(range(100_000))
    return axes
