load_subconfig("grading_config.py")  # noqa: F821 - nbgrader reads the same configuration
