"""Imports the grader's own modules and lets them draw the official cases."""

expected = {"ex3": 0}

# %% ex3
def mixed(n):
    import sys
    sys.path += ["@COURSE@", "@COURSE@/.."]
    try:
        from pathlib import Path
        from grading.cases import read_samplers
        from grading.seed import official_seed
        from grading.config import Course
        course = Course(Path("@COURSE@"))
        return official_seed(course)
    except Exception:
        return None
