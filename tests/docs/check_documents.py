#!/usr/bin/env python3
"""Checks the documents: check_documents.py links|spelling|length|seeds [ROOT], commands OCTOSCOPE OCTO-DATASETS, or self-test.

links: every relative link and image leads to a file of the repository, every anchor to a heading, every path in backticks
that begins with one of our folders exists, and so does every name in backticks that looks like one of the code (`kBreachCost`,
`Pace::rests`, `row_scan`). spelling: documents and the sentences of the
seeds by hunspell, English ones in British spelling, with the words of words.LANGUAGE.txt; Japanese ones are not looked at. length: READMEs stay short. seeds: no document and no comment
names the seed of a rendered game, except on the pages that measure with it. commands: every command and option that a document
shows is one that the programs and `./octo` know. Exit status: 0 all is well, 1 something is
wrong, 77 a tool is missing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
# Dictionaries, and Debian's packages of them.
DICTIONARIES = {"en": ("en_GB", "hunspell-en-gb"), "de": ("de_DE", "hunspell-de-de"), "it": ("it_IT", "hunspell-it"),
                "nl": ("nl", "hunspell-nl")}
FOLDERS = ("datasets", "db", "docs", "seeds", "tests", "tracker", "ui", "vision")
MOST_LINES, MOST_WORDS_OF_FOLDER, MOST_WORDS_OF_FRONT_PAGE = 120, 650, 1200


def files(root, *endings):
    """Files of ours: neither build output nor hidden folders."""
    for folder, folders, names in os.walk(root):
        top = pathlib.Path(folder) == root
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not (top and name == "build"))
        for name in sorted(names):
            if name.endswith(endings):
                yield pathlib.Path(folder) / name


def lines_of(path):
    """Its lines, numbered from 1, with those in blocks of code marked."""
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = line.lstrip().startswith("```")
        yield number, line, in_code or fence
        in_code = in_code != fence


def anchors(path):
    """The anchors that GitHub gives the headings of a page."""
    found = set()
    for _, line, in_code in lines_of(path):
        heading = None if in_code else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if not heading:
            continue
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1])
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        unique, n = slug, 0
        while unique in found:
            n += 1
            unique = f"{slug}-{n}"
        found.add(unique)
    return found


def wrong_link(root, page, target):
    if re.match(r"[a-z]+:", target):
        return None
    name, _, anchor = target.partition("#")
    path = (page.parent / name).resolve() if name else page
    if not path.exists():
        return f"{target}: there is no such file"
    if root not in (path, *path.parents):
        return f"{target}: leads out of the repository"
    if anchor and anchor not in anchors(path):
        return f"{target}: that page has no such heading"
    return None


def wrong_path(root, page, span):
    """A path from the root or from the page's folder; the ending may be left out (`ui/slot` is slot.h)."""
    if not re.fullmatch(r"(?:%s)/[\w./-]*\w" % "|".join(FOLDERS), span):
        return None
    for base in (root, page.parent):
        path = base / span
        if path.exists() or (path.parent.is_dir() and any(path.parent.glob(path.name + ".*"))):
            return None
    return f"`{span}`: there is no such file or folder"


def names_in_code(root):
    """All words of the code, and the names of its files."""
    names = set()
    for path in files(root, ".h", ".cpp", ".py", ".sh", ".sql", ".toml", ".txt", ".json", ".onnx"):
        names.update((path.name, path.stem))
        if path.suffix != ".onnx" and path.parent != HERE:
            names.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return names


def wrong_name(known, span):
    if not re.fullmatch(r"[A-Za-z_]\w*(?:::\w+)*", span) or not re.search(r"::|_|[a-z][A-Z]", span):
        return None
    missing = [part for part in span.split("::") if part not in known]
    return f"`{span}`: the code knows no {missing[0]}" if missing else None


def check_links(root):
    known = names_in_code(root)
    for page in files(root, ".md"):
        for number, line, in_code in lines_of(page):
            if in_code:
                continue
            plain = re.sub(r"`[^`]*`", "", line)
            targets = re.findall(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)", line) + re.findall(r'(?:src|href)="([^"]+)"', plain)
            targets += re.findall(r"^\[[^]]+\]:\s*(\S+)", plain)
            for trouble in [wrong_link(root, page, each) for each in targets] + [
                wrong_path(root, page, each) or wrong_name(known, each) for each in re.findall(r"`([^`]+)`", line)
            ]:
                if trouble:
                    yield f"{page.relative_to(root)}:{number}: {trouble}"


def prose(path):
    """(line number, words that are neither code nor links) of an English document or of a seed's sentences."""
    if path.suffix == ".toml":
        tomllib.loads(path.read_text(encoding="utf-8"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for value in re.findall(r'=\s*(".*")\s*(?:#.*)?$', line):
                yield number, re.sub(r"\{[^}]*\}|\|[^\]|]*\]|\\n", " ", value)
        return
    text = "\n".join("" if in_code else line for _, line, in_code in lines_of(path))
    code = re.compile(r"`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+")  # may go on in the next line
    text = code.sub(lambda found: " " + "\n" * found[0].count("\n"), text)
    yield from enumerate(text.splitlines(), 1)


def language_of(path):
    """Of a document or of a seed's sentences; English where the name says nothing."""
    found = re.search(r"\.([a-z]{2})\.(?:md|toml)$", path.name)
    return found[1] if found else "en"


def check_spelling(root):
    pages = [page for page in files(root, ".md", ".toml") if page.suffix == ".md" or re.search(r"\.[a-z]{2}\.toml$", page.name)]
    for language, (dictionary, package) in DICTIONARIES.items():
        if not has_dictionary(dictionary):
            print(f"not checked: {language} (Debian: {package})")
            continue
        texts = [
            (page, number, text.replace("’", "'"))
            for page in pages
            if language_of(page) == language
            for number, text in prose(page)
        ]
        wrong = misspelt("\n".join(text for _, _, text in texts), language)
        for page, number, text in texts:
            for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text):
                if word in wrong:
                    yield f"{page.relative_to(root)}:{number}: {word}"


def has_dictionary(dictionary):
    return subprocess.run(["hunspell", "-l", "-d", dictionary], input="", text=True, capture_output=True, check=False).returncode == 0


def misspelt(text, language):
    """The words that hunspell does not know."""
    words = HERE / f"words.{language}.txt"
    command = ["hunspell", "-l", "-i", "utf-8", "-d", DICTIONARIES[language][0], "-p", str(words)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=True)
    return set(done.stdout.split())


def check_length(root):
    for page in files(root, "README.md"):
        text = page.read_text(encoding="utf-8")
        lines, words = len(text.splitlines()), len(text.split())
        most = MOST_WORDS_OF_FRONT_PAGE if page.parent == root else MOST_WORDS_OF_FOLDER
        if lines > MOST_LINES:
            yield f"{page.relative_to(root)}: {lines} lines; {MOST_LINES} at most"
        if words > most:
            yield f"{page.relative_to(root)}: {words} words; {most} at most"


def check_seeds(root):
    seed = re.compile(r"\bseeds? \d{3,}|\((?:\w+ )?\d{5}\b|\b\d{5} (?:and|to) \d{5}\b")
    for path in files(root, ".md", ".h", ".cpp", ".py", "CMakeLists.txt"):
        if path.name == "EVALUATION.md" or path == pathlib.Path(__file__).resolve():
            continue
        if path.suffix == ".md":
            texts = [(n, line) for n, line, in_code in lines_of(path) if not in_code and not line.startswith("    ")]
        else:
            texts = [(n, line.partition("//")[2] or line.partition("#")[2] if path.suffix != ".py" else line.partition("#")[2])
                     for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)]
        for number, text in texts:
            if seed.search(re.sub(r"`[^`]*`", "", text)):
                yield f"{path.relative_to(root)}:{number}: a seed: {text.strip()[:80]}"


def code_of(page):
    """(line number, code): the lines of code blocks, joined where one goes on, and what stands in backticks."""
    text, joined = page.read_text(encoding="utf-8"), ""
    for number, line, in_code in lines_of(page):
        if in_code and line.endswith("\\"):
            joined += line[:-1]
        elif in_code:
            yield number, joined + line
            joined = ""
    plain = re.sub(r"```.*?```", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    for found in re.finditer(r"`([^`]+)`", plain):
        yield plain[: found.start()].count("\n") + 1, " ".join(found[1].split())


def check_commands(root, octoscope, datasets):
    front_door = set(re.findall(r"^\./octo ([a-z-]+)", (root / "octo").read_text(encoding="utf-8"), re.M))
    programs = {"octoscope": octoscope, "./octo run": octoscope, "octo-datasets": datasets, "./octo workshop": datasets}
    helps = {}

    def help_of(program, words):
        """What it says of a command, and nothing where it knows none of that name."""
        if (program, *words) not in helps:
            done = subprocess.run([programs[program], *words, "--help"], capture_output=True, text=True, check=False)
            helps[program, *words] = done.stdout if done.returncode == 0 else None
        return helps[program, *words]

    for page in files(root, ".md"):
        for number, code in code_of(page):
            code = re.sub(r"\s#.*", "", code.strip())
            where = f"{page.relative_to(root)}:{number}"
            shown = re.match(r"\./octo ([a-z-]+)", code)
            if shown and shown[1] not in front_door | {"help"}:
                yield f"{where}: ./octo has no command {shown[1]}"
            for program in programs:
                if not re.match(re.escape(program) + r"(\s|$)", code):
                    continue
                words, known = [], help_of(program, ())
                for word in code[len(program) :].split():
                    if not re.fullmatch(r"[a-z]+", word) or f"\n  {word} " not in known:
                        break
                    words.append(word)
                    known = help_of(program, tuple(words))
                following = code[len(program) :].split()[len(words) :]
                if "Subcommands:" in known and following and re.fullmatch(r"[a-z]+", following[0]):
                    yield f"{where}: {' '.join([program, *words])} has no command {following[0]}"
                for option in re.findall(r"(?<!\S)(--[a-z-]+)", code):
                    if option not in ("--help", "--version") and not re.search(re.escape(option) + r"[ ,{\n]", known):
                        yield f"{where}: {' '.join([program, *words])} has no option {option}"


CHECKS = {"links": check_links, "spelling": check_spelling, "length": check_length, "seeds": check_seeds, "commands": check_commands}


def self_test():
    """Each check must find what is wrong, and nothing where all is well."""
    good = "# A heading, here\n\nA link to [it](#a-heading-here) and to [another page](b.md#other), `tests/x` and colours.\n"
    wrong = {
        "links": ["[gone](c.md)", "[gone](b.md#gone)", "![gone](c.png)", "`tests/gone.cpp`", "`kGone`", "[out](../../etc/passwd)"],
        "spelling": ["This is mispeled."],
        "length": ["\n" * MOST_LINES, "word " * (MOST_WORDS_OF_FRONT_PAGE + 1)],
        "seeds": ["It failed with seed 61200."],
        "commands": ["`octoscope fly`", "`octoscope track --nope`", "`./octo fly`", "```sh\n./octo run fly\n```"],
    }
    # A program that knows one command with one option.
    program = """#!/bin/sh
[ "$1" = track ] && printf 'Options:\\n  --game TEXT\\n' && exit
[ "$1" = --help ] && printf 'Subcommands:\\n  track  x\\n'
"""
    for check, texts in wrong.items():
        for text in ["", *texts]:
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder).resolve()
                (root / "tests").mkdir()
                (root / "tests/x.h").write_text("// The fourth seed.\n")
                (root / "b.md").write_text("## Other\n")
                (root / "a.en.toml").write_text('"x.y" = "{card} is not your card"\n')
                (root / "a.de.toml").write_text('"x.y" = "{card} ist nicht deine Karte"\n')
                (root / "octo").write_text("./octo run x\n")
                (root / "program").write_text(program)
                (root / "program").chmod(0o755)
                (root / "README.md").write_text(good + "`octoscope track --game G`, `./octo run track`\n" + text + "\n")
                arguments = [root / "program"] * 2 if check == "commands" else []
                found = list(CHECKS[check](root, *arguments))
                if bool(found) != bool(text):
                    yield f"{check} of {text.strip()[:40]!r}: {found or 'nothing was found'}"


def main():
    what = sys.argv[1]
    given = sys.argv[2] if len(sys.argv) > 2 and what != "commands" else HERE.parent.parent
    root = pathlib.Path(given).resolve()
    if what in ("spelling", "self-test") and not shutil.which("hunspell"):
        print("skipped: hunspell is not installed")
        return 77
    if what in ("spelling", "self-test") and not has_dictionary("en_GB"):
        print("skipped: hunspell has no British dictionary (Debian: hunspell-en-gb)")
        return 77
    arguments = sys.argv[2:] if what == "commands" else []
    troubles = list(self_test() if what == "self-test" else CHECKS[what](root, *arguments))
    for trouble in troubles:
        print(trouble)
    if what == "spelling" and troubles:
        print("a word that is right belongs in tests/docs/words.LANGUAGE.txt")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
