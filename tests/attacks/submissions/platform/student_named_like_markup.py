"""Has a student name that is HTML, a template and a query."""

student = "<img src=x onerror=alert(1)>{{7*7}}'; drop table student; -- %s"

# %% ex1
def square(n): return n * n
