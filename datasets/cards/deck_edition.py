"""A deck of Debian's packages as an edition's folder, so that scenes can be played with it: `octo-datasets … --edition`.

The art is copyleft: it is rendered where it is measured, and neither kept in the project nor trained on.

usage: deck_edition.py DECK OUT [--width MM] [--height MM] | deck_edition.py --list
Needs python3-gi-cairo, gir1.2-rsvg-2.0, python3-opencv and the decks (kdegames-card-data-kf5, gnome-cards-data).
"""
import argparse
import gzip
import os
import re

import cv2

from render_decks import RANKS, SUITS, Rsvg, deck_files, names, render

HEIGHT = 880  # pixels of a card: ten a millimetre
LIST_HEAD = 'name = "{deck}"\ngame = "octa"\nauthor = "see Debian\'s package"\nlicence = "GPL, see Debian\'s package"\n'
PIECE = '\n[[piece]]\npiece = "{face}"\ncount = {count}\nwidth_mm = {width}\nheight_mm = {height}\nshape = "card"\n' \
        'pictures = ["{file}"]\n'


class Deck:
    def __init__(self, file):
        data = gzip.open(file).read()
        self.ids = set(re.findall(rb'id="([^"]+)"', data))
        self.handle = Rsvg.Handle.new_from_data(data)

    def picture(self, candidates):
        layer = next((name for name in candidates if name.encode() in self.ids), None)
        pixels = render(self.handle, layer, 3400) if layer else None
        if pixels is None:
            return None
        # Cairo's colours are multiplied by alpha; what lies outside the card's round corners is as light as its edge.
        width = round(pixels.shape[1] * HEIGHT / pixels.shape[0])
        small = cv2.resize(pixels, (width, HEIGHT), interpolation=cv2.INTER_AREA).astype("float32")
        alpha = small[..., 3:] / 255
        return (small[..., :3] + (1 - alpha) * 235).clip(0, 255).astype("uint8")


def write(deck, file, out, width, height):
    art = Deck(file)
    os.makedirs(out, exist_ok=True)
    faces = {rank + suit: names(rank, suit) for rank in RANKS for suit in SUITS}
    # Scenes lay backs of a first and of a second deck; which deck is drawn is for --edition to say.
    faces["back"] = faces["deck2:back"] = ("back",)
    lines, missing = [LIST_HEAD.format(deck=deck)], []
    for face, candidates in faces.items():
        picture = art.picture(candidates)
        if picture is None:
            missing.append(face)
            continue
        file = face.replace(":", "_") + ".png"
        cv2.imwrite(os.path.join(out, file), picture)
        lines.append(PIECE.format(face=face, count=0 if face.endswith("back") else 1, width=width, height=height, file=file))
    if missing:
        raise SystemExit(f"{deck}: cannot be rendered: {' '.join(missing)}")
    with open(os.path.join(out, "edition.toml"), "w", encoding="utf-8") as toml:
        toml.write("".join(lines))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("deck", nargs="?")
    arguments.add_argument("out", nargs="?")
    arguments.add_argument("--width", type=float, default=63.0)
    arguments.add_argument("--height", type=float, default=88.0)
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    files = deck_files()
    if options.list:
        print("\n".join(files))
    elif options.deck not in files or not options.out:
        arguments.error(f"expected one of {', '.join(files)}, and a folder")
    else:
        write(options.deck, files[options.deck], options.out, options.width, options.height)


if __name__ == "__main__":
    main()
