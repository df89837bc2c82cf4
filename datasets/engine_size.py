#!/usr/bin/env python3
"""How much code and how many numbers it takes to find out from looks at a table what happened there: of the checkout, or
of a revision. Usage: datasets/engine_size.py [REVISION]. A JSON line for each part of tracker/: its lines that are
neither empty nor comments, and the numbers that say how people and cameras are (constants of the code, and the members
of `Parameters`)."""

import json
import re
import subprocess
import sys

# Its folders, as the page of figures calls them.
PARTS = {"infer": "the engine", "follow": "around it",
         "octal": "The OCTAL", "octagone": "Octagone", "oct8": "Oct8", "octa": "Octa"}
# What the referee takes, whoever looks at the table.
REFEREE = re.compile(
    r"/(apply|arm|board|card|describe|due|holding|judge|module|move|octopus|options|penalty|pieces|pot|question|rules|run"
    r"|score|state|tally)\.(h|cpp)$")
CONSTANT = re.compile(r"^\s*(?:inline )?(?:static )?constexpr (?:double|float|int|Cost|std::size_t) ([^;]*);", re.M | re.S)
MEMBER = re.compile(r"^  (?:double|int) ([^;()]*);", re.M)
NUMBER = re.compile(r"=\s*-?[\d.]")


def files(revision):
    command = ["git", "ls-tree", "-r", "--name-only", revision, "tracker"] if revision else ["git", "ls-files", "tracker"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [path for path in listed.splitlines() if path.endswith((".h", ".cpp"))]


def text_of(path, revision):
    if revision:
        return subprocess.run(["git", "show", f"{revision}:{path}"], check=True, capture_output=True, text=True).stdout
    with open(path, encoding="utf-8") as file:
        return file.read()


def part_of(path):
    return None if REFEREE.search(path) else PARTS.get(path.split("/")[1])


def lines_of(text):
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


def numbers_of(path, text):
    found = CONSTANT.findall(text)
    if path.endswith("infer/parameters.h"):
        found += MEMBER.findall(text)
    return sum(len(NUMBER.findall(each)) for each in found)


def main():
    revision = sys.argv[1] if len(sys.argv) > 1 else None
    parts = {}
    for path in files(revision):
        part = part_of(path)
        if not part:
            continue
        text = text_of(path, revision)
        sums = parts.setdefault(part, [0, 0])
        sums[0] += lines_of(text)
        sums[1] += numbers_of(path, text)
    for part in filter(parts.get, PARTS.values()):
        lines, numbers = parts[part]
        print(json.dumps({"part": part, "lines": lines, "numbers": numbers}))
    lines, numbers = (sum(each[k] for each in parts.values()) for k in (0, 1))
    print(json.dumps({"part": "all", "lines": lines, "numbers": numbers}))


main()
