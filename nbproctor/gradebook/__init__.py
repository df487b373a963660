"""nbgrader's gradebook: the rows of a class."""
