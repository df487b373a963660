"""Trials run in processes of their own, which are ended for what they compute, not for how busy the machine is."""

import time

from nbproctor.check.forked_tasks import Ended, conduct


def test_what_computes_for_too_long_is_ended():
    outcomes = dict(conduct({"endless": endless, "short": short}, workers=2, seconds=0.3))
    assert outcomes["short"] == "done"
    assert isinstance(outcomes["endless"], Ended)
    assert "took too long" in outcomes["endless"].sentence


def test_what_only_waits_has_more_time_by_the_clock():
    assert dict(conduct({"waits": waits}, workers=1, seconds=1)) == {"waits": "done"}


def endless():
    while True:
        pass


def short():
    return "done"


def waits():
    time.sleep(2)
    return "done"
