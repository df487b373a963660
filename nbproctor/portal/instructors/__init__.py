"""What instructors see and do while an exam runs."""
