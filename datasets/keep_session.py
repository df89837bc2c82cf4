#!/usr/bin/env python3
"""Cuts something that people do out of a game that `octo-datasets evaluate tracking` kept: the looks around it as a
session, and beside it the game as it was up to then. Usage: datasets/keep_session.py STEM FROM TO NAME, where STEM is the
path of the kept game without its ending, FROM and TO the first and last event to be told (counted from 1; with 1 it begins
with the setup), and NAME the path of the two files without theirs, such as tests/sessions/octa/token-moved."""

import json
import sys

# What happened may show only by what comes next: the session goes on for so many events.
LOOKS_ON = 2


def rounded(value):
    """To a thousandth of a mm, a degree or a share: no look is told more exactly."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return value


def write(file, lines):
    with open(file, "w") as out:
        for line in lines:
            print(json.dumps(line, separators=(",", ":"), ensure_ascii=False), file=out)


def main(stem, first, last, name):
    with open(stem + ".octo.jsonl") as truth, open(stem + ".session.jsonl") as session:
        record = [json.loads(line) for line in truth]
        beginning, *inputs = (json.loads(line) for line in session)
    header, events = record[0], [event for event in record[1:] if "do" in event]
    if not 1 <= first <= last <= len(events):
        sys.exit(f"expected 1 <= FROM <= TO <= {len(events)}")
    kept, before = events[:last], events[:first - 1]
    # What left no trace has no look of its own.
    frame = max((event["frame"] for event in before if "frame" in event), default=0)
    later = [event["frame"] for event in events[last:] if "frame" in event]
    until = later[min(LOOKS_ON, len(later)) - 1] if later else float("inf")
    looks = [each for each in inputs if "observation" in each and frame <= each["observation"]["frame"] <= until]
    asked = dict(header)
    if first == 1:
        asked["setup"] = {}
        if header["game"] != "octagone":
            asked["first"] = 0
        if header["game"] in ("octagone", "octal"):
            asked["options"] = {}
    beginning.update(header=asked, first_told=first > 1,
                     earlier=[{key: value for key, value in event.items() if key != "frame"} for event in before])
    # With its last event the game is over.
    ends = [{"finish": None}] if last == len(events) else []
    write(name + ".session.jsonl", rounded([beginning, *looks, *ends]))
    write(name + ".octo.jsonl", [header, *kept])


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
