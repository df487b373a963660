"""Sends one message of hundreds of megabytes, again and again."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
def square(n):
    return None

kernel = get_ipython().kernel
for _ in range(20):
    content = {"name": "stdout", "text": "x" * 300_000_000}
    kernel.session.send(kernel.iopub_socket, "stream", content, parent=kernel.get_parent())
