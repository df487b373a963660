"""Writes LaTeX into its figure, with commands that run a program and read files, and formulas that take long to set."""

expected = {"ex11": 0}

# %% ex11
import matplotlib
import matplotlib.pyplot as plt

matplotlib.rcParams["text.usetex"] = True
matplotlib.rcParams["text.latex.preamble"] = r"\immediate\write18{touch /tmp/written-by-latex}"

def chart(values):
    axes = plt.figure().add_subplot()
    axes.bar([r"\input{/etc/passwd}", r"$" + r"\frac{1}{" * 500 + "1" + "}" * 500 + "$", "c"], values)
    axes.set_title(r"\immediate\write18{touch /tmp/written-by-latex}Values", usetex=True)
    axes.set_xlabel("$" + "x_{" * 300 + "1" + "}" * 300 + "$")
    return axes
