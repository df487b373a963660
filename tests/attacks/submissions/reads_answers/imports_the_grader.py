"""Imports the grader's own modules and lets them draw the official cases."""

expected = {"ex3": 0}

# %% ex3
def mixed(n):
    import sys
    sys.path += ["@COURSE@", "@COURSE@/.."]
    try:
        from pathlib import Path
        from nbproctor.assignment.cases_file import read_samplers
        from nbproctor.assignment.official_seed import official_seed
        from nbproctor.config import Course
        course = Course(Path("@COURSE@"))
        return official_seed(course)
    except Exception:
        return None
