"""Sends messages without a valid signature, with wrong JSON, deep JSON and parts of other types."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
def square(n):
    return None

kernel = get_ipython().kernel
session, parent = kernel.session, kernel.get_parent()
def send(kind, content):
    kernel.iopub_socket.send_multipart(session.serialize(session.msg(kind, content, parent=parent), ident=b"x"))
send("display_data", {"data": None, "metadata": [], "transient": 7})
send("error", {"ename": 1, "evalue": {}, "traceback": 5})
send("stream", [])
send("status", {})
deep = b"[" * 200_000
header = session.pack(session.msg_header("stream"))
rest = [header, session.pack(parent["header"]), b"{}", deep]
kernel.iopub_socket.send_multipart([b"x", b"<IDS|MSG>", session.sign(rest), *rest])
kernel.iopub_socket.send_multipart([b"<IDS|MSG>", b"no signature", b"{", b"{", b"{", b"{"])
