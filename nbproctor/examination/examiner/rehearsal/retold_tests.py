"""An examiner that takes a conversation over: it runs again, with what was said, the tests that went as recorded."""

from __future__ import annotations

import socket
from base64 import b64decode

from nbproctor.examination.examiner.rehearsal.recorded_tests import RecordedTests
from nbproctor.examination.examiner.rehearsal.reference_rehearsal import Tests
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.conversations import RetellingChannel
from nbproctor.examination.wire.messages.process_messages import Retell


def retell(recorded: RecordedTests, examiner: Tests, request: Retell, candidate: socket.socket) -> RetellingChannel:
    """Run tests with what was said over the reference, so that the examiner can go on from there with a candidate.

    Args:
        recorded: what was recorded, test by test.
        examiner: a new one.
        request: how far the conversation has come.
        candidate: the socket to the candidate.

    Returns:
        the examiner's end of its channel to the candidate.
    """
    conversations = recorded.conversations
    done, under_way = conversations[: request.tests], conversations[request.tests : request.tests + 1]
    words = {(test, number): b64decode(reply) for test, number, reply in request.other_words}
    said = [
        (asked, words.get((test, number), reply))
        for test, conversation in enumerate(conversations[: request.tests + 1])
        for number, (asked, reply) in enumerate(conversation.exchanges)
        if test < request.tests or number < request.said
    ]
    asked = under_way[0].exchanges[request.said][0] if under_way and request.is_asked else b""
    channels: list[RetellingChannel] = []

    def channel(sock: socket.socket, codec: Codec) -> RetellingChannel:
        channels.append(RetellingChannel(sock, codec, said, b64decode(request.begun), asked))
        return channels[0]

    examiner.link.new_channel, new_channel = channel, examiner.link.new_channel
    examiner.link.attach(candidate)
    examiner.link.new_channel = new_channel
    for conversation in done:
        examiner.test(conversation.test)
    if under_way and request.is_broken_off:
        examiner.test(under_way[0].test)
    return channels[0]
