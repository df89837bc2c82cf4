#!/usr/bin/env python3
"""Which folder may include what: check_includes.py [ROOT], or self-test. Exit status 1 where an include is not allowed."""

import os
import pathlib
import re
import sys
import tempfile

# A folder with a module is a game.
TRACKER = pathlib.Path(__file__).resolve().parent.parent.parent / "tracker"
GAMES = sorted(module.parent.name for module in TRACKER.glob("*/module.h"))

# Folder: what of ours it may include. The longest folder that fits a file counts.
MAY_INCLUDE = {
    "tracker/vocabulary": ["tracker/vocabulary"],
    "tracker": ["tracker", "seeds"],
    "vision": ["vision", "tracker/vocabulary", "seeds"],
    "vision/geometry": ["vision/geometry", "tracker/vocabulary"],
    "vision/edition": ["vision/edition", "vision/capture/picture", "vision/capture/source", "vision/locate", "vision/geometry", "tracker/vocabulary", "seeds"],
    "vision/fuse": ["vision/fuse", "vision/geometry", "vision/settle", "tracker/vocabulary"],
    "vision/settle": ["vision/settle", "vision/geometry", "vision/capture", "tracker/vocabulary"],
    "db": ["db", "tracker/vocabulary"],
    "ui": ["ui", "tracker", "vision", "db", "seeds"],
    # From pictures to events: neither window, store nor command line.
    "ui/session": ["ui/session", "tracker", "vision", "seeds"],
    "seeds": ["seeds"],
    "datasets": ["datasets", "ui", "tracker", "vision", "db", "seeds"],
    "tests": ["tests", "datasets", "ui", "tracker", "vision", "db", "seeds"],
}

# Panels are given snapshots and return requests: no store, no camera, no threads, nothing that acts.
MAY_NOT_INCLUDE = {
    # Readers hand on what vision/sighting.h says.
    "vision/read": ["vision/pipeline"],
    "ui/views": ["db", "vision/capture/source", "vision/pipeline", "ui/app", "ui/cli", "ui/doubt_log", "ui/kept_game", "ui/library",
                 "ui/live_game"],
}

# Other libraries' headers: where alone they may be included.
ONLY_IN = {
    r"opencv2/": ["vision", "ui", "datasets", "tests"],
    r"cairo|pango": ["vision/edition", "vision/read", "datasets", "tests"],
    r"sqlite3\.h|SQLiteCpp/": ["db", "tests/db", "tests/fuzz"],
    r"imgui|GLFW/|GL/": ["ui/window", "ui/views", "ui/app", "tests/ui"],
    # The rules know no clock, no chance and no threads, and print nothing.
    r"chrono|ctime|random|thread|iostream|cstdio": ["vision", "db", "ui", "datasets", "tests"],
}

# What brings the games together; everything else knows none of them.
KNOW_GAMES = ["tracker/registry/registry.cpp", "datasets", "tests"]


def within(path, folder):
    return path == folder or path.startswith(folder + "/") or (path.startswith(folder) and path[len(folder)] in "._")


def trouble_with(path, include, ours):
    """What is wrong with that file's include; nothing where it is allowed."""
    if not ours:
        for pattern, folders in ONLY_IN.items():
            if re.match(pattern, include) and not any(within(path, each) for each in folders):
                return f"<{include}> belongs in {', '.join(folders)} only"
        return None
    include = include if "/" in include else f"{os.path.dirname(path)}/{include}"
    folder = max((each for each in MAY_INCLUDE if within(path, each)), key=len, default=None)
    if folder is None:
        return "this folder has no rule: add it to MAY_INCLUDE"
    if not any(within(include, each) for each in MAY_INCLUDE[folder]):
        return f'"{include}": {folder}/ may include {", ".join(MAY_INCLUDE[folder])} only'
    for panels, others in MAY_NOT_INCLUDE.items():
        if within(path, panels) and any(within(include, each) for each in others):
            return f'"{include}": {panels}/ may not include it'
    for game in GAMES:
        if include.startswith(f"tracker/{game}/") and not any(
            within(path, each) for each in [f"tracker/{game}", *KNOW_GAMES]
        ):
            return f'"{include}": a game is included by itself and by {", ".join(KNOW_GAMES)} only'
    return None


def troubles(root):
    for folder, folders, names in os.walk(root):
        top = pathlib.Path(folder) == root
        folders[:] = sorted(each for each in folders if not each.startswith(".") and not (top and each == "build"))
        for name in sorted(names):
            if not name.endswith((".h", ".cpp")):
                continue
            file = pathlib.Path(folder) / name
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
                trouble = found and trouble_with(path, found[2], found[1] == '"')
                if trouble:
                    yield f"{path}:{number}: {trouble}"


def self_test():
    allowed = [
        ("tracker/octa/judge.cpp", '"tracker/referee/rules.h"'),
        ("vision/pipeline.cpp", '"tracker/vocabulary/face.h"'),
        ("tracker/registry/registry.cpp", '"tracker/octa/module.h"'),
        ("ui/app.cpp", "<imgui.h>"),
        ("vision/pipeline.cpp", "<opencv2/core.hpp>"),
    ]
    forbidden = [
        ("vision/pipeline.cpp", '"tracker/referee/match.h"'),
        ("tracker/octa/judge.cpp", '"vision/pipeline.h"'),
        ("tracker/octa/judge.cpp", '"tracker/oct8/arm.h"'),
        ("tracker/follow/table_follower.cpp", '"tracker/oct8/arm.h"'),
        ("tracker/follow/follow.cpp", '"tracker/octa/octa_position.h"'),
        ("vision/read/shields/board_reader.h", '"vision/pipeline.h"'),
        ("vision/fuse/seen_table.h", '"vision/read/coded/found_row.h"'),
        ("tracker/octa/judge.cpp", "<opencv2/core.hpp>"),
        ("tracker/octa/judge.cpp", "<chrono>"),
        ("tracker/infer/filter.cpp", "<cstdio>"),
        ("tracker/vocabulary/face.h", '"seeds/seeds.h"'),
        ("db/verify.cpp", '"tracker/referee/match.h"'),
        ("ui/live_game.cpp", "<sqlite3.h>"),
        ("ui/views/board_view.cpp", '"db/store.h"'),
        ("ui/views/board_view.cpp", '"ui/live_game.h"'),
        ("ui/views/start_screen.cpp", '"vision/capture/source.h"'),
        ("ui/app.cpp", '"datasets/measure.h"'),
        ("ui/session/table_session.cpp", '"db/store.h"'),
        ("vision/pipeline.cpp", '"tests/x.h"'),
        ("else/where.cpp", '"seeds/seeds.h"'),
    ]
    for bad, cases in ((False, allowed), (True, forbidden)):
        for path, include in cases:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True)
                file.write_text(f"#include {include}\n")
                if bool(list(troubles(pathlib.Path(folder)))) != bad:
                    yield f"{path} includes {include}: {'was let through' if bad else 'was refused'}"


def main():
    argument = sys.argv[1] if len(sys.argv) > 1 else None
    root = pathlib.Path(argument or pathlib.Path(__file__).resolve().parent.parent.parent)
    found = list(self_test() if argument == "self-test" else troubles(root.resolve()))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
