"""A deck as an edition's folder, so that scenes can be played with it: `octo-datasets … --edition`. One of Debian's packages,
or with --drawn one that nobody printed, drawn from a seed.

The art of the packages is copyleft: it is rendered where it is measured, and neither kept in the project nor trained on.

usage: deck_edition.py DECK OUT [--width MM] [--height MM] | deck_edition.py --drawn SEED OUT | deck_edition.py --list
Needs python3-gi-cairo, gir1.2-rsvg-2.0, python3-opencv and the decks (kdegames-card-data-kf5, gnome-cards-data).
"""
import argparse
import gzip
import os
import re

import cv2
import numpy as np

import back_art
import faces
from render_decks import RANKS, SUITS, Rsvg, deck_files, names, render

HEIGHT = 880  # pixels of a card: ten a millimetre
LIST_HEAD = 'name = "{deck}"\ngame = "octa"\nauthor = "{author}"\nlicence = "{licence}"\n'
PIECE = '\n[[piece]]\npiece = "{face}"\ncount = {count}\nwidth_mm = {width}\nheight_mm = {height}\nshape = "card"\n' \
        'pictures = ["{file}"]\n'
BACKS = ("back", "deck2:back")  # scenes lay backs of a first and of a second deck; which deck is drawn is for --edition to say


def opaque(pixels):
    """Cairo's colours are multiplied by alpha; what lies outside the card's round corners is as light as its edge."""
    alpha = pixels[..., 3:].astype("float32") / 255
    return (pixels[..., :3] + (1 - alpha) * 235).clip(0, 255).astype("uint8")


class PackagedDeck:
    """A deck's file of Debian's packages."""
    author, licence = "see Debian's package", "GPL, see Debian's package"

    def __init__(self, file):
        data = gzip.open(file).read()
        self.ids = set(re.findall(rb'id="([^"]+)"', data))
        self.handle = Rsvg.Handle.new_from_data(data)

    def picture(self, rank, suit):
        """Of a card, or where there is no rank of its back; None where the file has none."""
        candidates = names(rank, suit) if rank else ("back",)
        layer = next((name for name in candidates if name.encode() in self.ids), None)
        pixels = render(self.handle, layer, 3400) if layer else None
        if pixels is None:
            return None
        width = round(pixels.shape[1] * HEIGHT / pixels.shape[0])
        return opaque(cv2.resize(pixels, (width, HEIGHT), interpolation=cv2.INTER_AREA))


class DrawnDeck:
    """One that nobody printed, with letters of any language, drawn as the training decks are."""
    author, licence = "drawn by chance", "CC0-1.0"

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.style = faces.Style(self.rng)
        while self.style.rare:
            self.style = faces.Style(self.rng)

    def picture(self, rank, suit):
        if not rank:
            return opaque(back_art.draw_back(self.rng).pixels)
        glyph = self.style.glyphs()[list(RANKS).index(rank)]
        return opaque(faces.draw_card(self.style, glyph, suit, self.rng).pixels)


def write(name, deck, out, width, height):
    os.makedirs(out, exist_ok=True)
    cards = {rank + suit: (rank, suit) for rank in RANKS for suit in SUITS} | dict.fromkeys(BACKS, ("", ""))
    lines, missing = [LIST_HEAD.format(deck=name, author=deck.author, licence=deck.licence)], []
    for face, (rank, suit) in cards.items():
        picture = deck.picture(rank, suit)
        if picture is None:
            missing.append(face)
            continue
        file = face.replace(":", "_") + ".png"
        cv2.imwrite(os.path.join(out, file), picture)
        lines.append(PIECE.format(face=face, count=0 if face in BACKS else 1, width=width, height=height, file=file))
    if missing:
        raise SystemExit(f"{name}: cannot be rendered: {' '.join(missing)}")
    with open(os.path.join(out, "edition.toml"), "w", encoding="utf-8") as toml:
        toml.write("".join(lines))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("deck", nargs="?")
    arguments.add_argument("out", nargs="?")
    arguments.add_argument("--width", type=float, default=63.0)
    arguments.add_argument("--height", type=float, default=88.0)
    arguments.add_argument("--drawn", action="store_true")
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    files = deck_files()
    if options.list:
        print("\n".join(files))
    elif options.drawn and (options.deck or "").isdigit() and options.out:
        write("drawn " + options.deck, DrawnDeck(int(options.deck)), options.out, options.width, options.height)
    elif options.drawn or options.deck not in files or not options.out:
        arguments.error(f"expected one of {', '.join(files)}, or with --drawn a seed, and a folder")
    else:
        write(options.deck, PackagedDeck(files[options.deck]), options.out, options.width, options.height)


if __name__ == "__main__":
    main()
