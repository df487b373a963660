"""Returns real axes, some of whose methods it has replaced on the object itself."""

expected = {"ex11": 0}

# %% ex11
import matplotlib.pyplot as plt

def chart(values):
    axes = plt.figure().add_subplot()
    axes.bar(range(len(values)), [0] * len(values))
    axes.get_title = lambda loc="center": "Values"
    axes.title.get_text = lambda: "Values"
    for bar, value in zip(axes.patches, values):
        bar.get_height = lambda value=value: value
    return axes
