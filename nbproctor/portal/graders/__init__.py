"""The graders of a portal: processes of their own, which lease jobs and mark them."""
