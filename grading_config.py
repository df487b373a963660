"""The configuration of the course, for `course` and for nbgrader alike (nbgrader_config.py loads it)."""

c = get_config()  # noqa: F821 - traitlets provides it

# --- the course, in nbgrader's own words -------------------------------------------------------
c.CourseDirectory.course_id = "poker"
# What lies beside a source notebook is released, but for these:
c.CourseDirectory.ignore = [
    "cases.py",
    "solutions",
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "feedback",
]
# Kernels of stock nbgrader commands get as long for a cell as `course grade` gives.
c.Execute.timeout = 30
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\nraise NotImplementedError()"}

# --- what ships -------------------------------------------------------------------------------
# Packages that every release holds; `course build` links their modules beside each source notebook.
c.Grading.packages = ["tester_fw", "poker_game"]

# Source notebooks are committed without what running and saving them leaves in them.
c.Grading.canonical_sources = True

# --- points -------------------------------------------------------------------------------------
c.Grading.caps = {"lesson1": 12, "homework1": 9, "midterm1": 10, "challenge1": 10, "lookup1": 10}

# --- cases --------------------------------------------------------------------------------------
# The seed of the visible cases. The official ones come from a secret seed: $COURSE_OFFICIAL_SEED, or
# the file `official_seed_file`, which is made on first use and never committed.
c.Grading.visible_seed = "poker-2024"

# --- limits, for each submission ----------------------------------------------------------------
c.Grading.cell_seconds = 10
c.Grading.submission_seconds = 60
c.Grading.output_bytes = 200_000
c.Grading.submission_bytes = 500_000_000
