"""One class: what is graded again, in what order, and what is written of it."""
