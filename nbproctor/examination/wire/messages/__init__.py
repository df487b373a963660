"""The messages between the processes of an examination, by who sends and receives them."""
