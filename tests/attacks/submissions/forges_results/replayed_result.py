"""Records the reply to one question and sends it again as the answer to others."""

expected = {"ex1": 0, "ex3": 0}
harms_itself = True

# %% ex1
import nbproctor.examination.wire.channel as channel

sent = []
send = channel.Channel.send

def record(self, message, deadline=None):
    sent.append(message)
    replies = [each for each in sent if type(each) is list and each and each[:2] == ["applied", "returned"]]
    send(self, replies[0] if replies and type(message) is list and message[:2] == ["applied", "returned"] else message, deadline)

channel.Channel.send = record

def square(n): return 0

# %% ex3
def mixed(n): return 7
