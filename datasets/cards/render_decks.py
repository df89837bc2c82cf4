#!/usr/bin/python3
"""Tables with decks that were never trained on: the card art of Debian's packages, rendered for evaluation only.

A card is asked for (not `ignore`) where its rank and its suit both show.

usage: render_decks.py OUT --count N --seed S [--size 1280x960] [--decks A,B…] [--layout many|fans|deck] [--list]

Writes OUT/00001.jpg … and OUT/truth.jsonl as `octoscope recognize` and score_recognition.py know it. The art is copyleft: it stays out of
the repository and is rendered from the installed packages (kdegames-card-data-kf5, gnome-cards-data).
"""
import argparse
import glob
import gzip
import os
import re

import cairo
import cv2
import gi
import numpy as np

import tables

gi.require_version("Rsvg", "2.0")
from gi.repository import Rsvg  # noqa: E402

SUITS = {"S": ("spade",), "H": ("heart",), "D": ("diamond",), "C": ("club",)}
RANKS = {"A": ("1", "ace"), **{str(n): (str(n),) for n in range(2, 11)}, "J": ("jack",), "Q": ("queen",), "K": ("king",)}
FOLDERS = ("/usr/share/carddecks/*/*.svgz", "/usr/share/aisleriot/cards/*.svgz")
# Not French-suited (swiss), not rendered whole (simplistic, anglo_poker, german), Cyrillic letters, suits not below the rank or
# in colours that are no card's (oxygen, konqi, ancient), pictures instead of cards (penguins, future).
LEFT_OUT = ("tigullio-international", "future", "nicu-ornamental", "penguins", "ancient", "swiss", "simplistic", "anglo_poker",
            "xskat-german", "oxygen", "konqi", "\u0410\u0442\u043b\u0430\u0441")
CARD_HEIGHT = 560
# Decks that do not print rank and suit below each other in two corners: the boxes that tell the rank, those that tell the suit
# (`tables.can_be_named`). tango_nuevo has one rank, one suit beside it, and half a large pip below; guyenne's courts have
# no letter, their figure is the rank.
TANGO_NUEVO = (((0, 0, 0.4, 0.26),), ((0.66, 0, 1, 0.26), (0.25, 0.4, 0.95, 0.62)))
TANGO_NUEVO_COURT = (TANGO_NUEVO[0], TANGO_NUEVO[1][:1])
GUYENNE_COURT = (((0.2, 0.04, 0.95, 0.6),), ((0.04, 0.03, 0.36, 0.22),))


def deck_files():
    found = sorted(f for pattern in FOLDERS for f in glob.glob(pattern))
    return {os.path.basename(f)[:-5]: f for f in found if not any(name in f for name in LEFT_OUT)}


def names(rank, suit):
    """What a card may be called inside its file."""
    for r in RANKS[rank]:
        for s in SUITS[suit]:
            yield from (f"{r}_{s}", f"{s}_{r}", f"{r}{s}s", f"{r}_{s}s")


def render(handle, layer, width):
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, width)
    viewport = Rsvg.Rectangle()
    viewport.x = viewport.y = 0
    viewport.width = viewport.height = width
    handle.render_layer(cairo.Context(surface), "#" + layer, viewport)
    surface.flush()
    pixels = np.ndarray((width, width, 4), np.uint8, surface.get_data(), strides=(surface.get_stride(), 4, 1))
    count, _, stats, _ = cv2.connectedComponentsWithStats((pixels[..., 3] > 60).astype(np.uint8))
    if count < 2:
        return None
    x, y, w, h, area = stats[1 + stats[1:, cv2.CC_STAT_AREA].argmax()]
    if not (0.5 < w / h < 0.85) or area < 0.8 * w * h:
        return None
    return pixels[y:y + h, x:x + w].copy()


def marks_of(deck, rank):
    """Where that card of the deck shows its rank and its suit, where not in two corners as others do."""
    court = rank in ("J", "Q", "K")
    if deck == "tango_nuevo":
        return TANGO_NUEVO_COURT if court else TANGO_NUEVO
    return GUYENNE_COURT if deck == "guyenne-classic" and court else (tables.CORNERS,)


class Art:
    """One card of a deck with smaller copies."""

    def __init__(self, pixels, face, marks):
        self.marks = marks
        scale = CARD_HEIGHT / pixels.shape[0]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        self.pixels, self.face, self.shade = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=way), face, 1.0
        self.levels = [self.pixels]
        while self.levels[-1].shape[0] > 60:
            self.levels.append(cv2.resize(self.levels[-1], None, fx=0.7071, fy=0.7071, interpolation=cv2.INTER_AREA))


def load_deck(deck, file, rng, wanted):
    """`wanted` random cards of a deck."""
    data = gzip.open(file).read()
    ids = set(re.findall(rb'id="([^"]+)"', data))
    handle = Rsvg.Handle.new_from_data(data)
    faces = [(r, s) for r in RANKS for s in SUITS]
    rng.shuffle(faces)
    cards = []
    for rank, suit in faces:
        layer = next((n for n in names(rank, suit) if n.encode() in ids), None)
        pixels = render(handle, layer, 3400) if layer else None
        if pixels is not None:
            cards.append(Art(pixels, str(rank) + str(suit), marks_of(deck, rank)))
        if len(cards) == wanted:
            break
    return cards


def tables_of(chosen, files, count, seed, size, layout):
    place, lengths, once = tables.LAYOUTS[layout]
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        deck = chosen[k % len(chosen)]
        cards = load_deck(deck, files[deck], rng, 52 if once else 14)
        if len(cards) < 8:
            print(f"{deck}: only {len(cards)} cards could be rendered, left out", flush=True)
            continue
        yield *tables.table(rng, cards, size, place, lengths, once), dict(deck=deck)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("out", nargs="?")
    arguments.add_argument("--count", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--size", default="1280x960")
    arguments.add_argument("--decks", default="")
    arguments.add_argument("--layout", choices=list(tables.LAYOUTS), default="many")
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    files = deck_files()
    if options.list:
        print("\n".join(files))
        return
    chosen = options.decks.split(",") if options.decks else list(files)
    size = tuple(int(n) for n in options.size.split("x"))
    tables.write(options.out, tables_of(chosen, files, options.count, options.seed, size, options.layout))


if __name__ == "__main__":
    main()
