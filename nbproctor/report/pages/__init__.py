"""Pages for a browser: the feedback that a student reads, the class report. They show submitted code as text."""
