"""Prints, displays, raises and returns HTML, JavaScript and SVG, to be shown in reports."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
from IPython.display import HTML, SVG, Javascript, display

script = "<script>document.title = 'quartz'</script><img src=x onerror=alert(1)>"
display(HTML(script), Javascript("alert(1)"))
display({"image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg'>{script}</svg>", "text/plain": script}, raw=True)
display({"text/markdown": f"[x](javascript:alert(1)) {script}", "text/latex": "$\\href{javascript:alert(1)}{x}$"}, raw=True)
display({"image/png": "\"><script>alert(1)</script>", "text/plain": "</pre>" + script}, raw=True)
print(script, "\x1b]8;;http://example.org\x07link\x1b]8;;\x07 \x1b[2J\u202e")

def square(n): return script

# %% ex2
class Named(Exception): pass
Named.__name__ = Named.__qualname__ = script
def total(numbers): raise Named(script)
