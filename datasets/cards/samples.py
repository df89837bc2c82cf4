#!/usr/bin/python3
"""The small tables of drawn cards that the tests read: decks of our own, so that they may lie in the repository.

usage: samples.py OUT [--seed S] [--only NAME]     writes OUT/apart, OUT/rows, OUT/fans, OUT/backs
"""
import argparse
import os

import numpy as np

import back_art
import scenes
import tables

RANK = {"english": {}, "dutch": {"B": "J", "V": "Q", "H": "K"}, "german": {"B": "J", "D": "Q"},
        "french": {"V": "J", "D": "Q", "R": "K"}, "italian": {"F": "J", "D": "Q", "R": "K"},
        "russian": {"T": "A", "B": "J", "Д": "Q"}}


def deck(rng):
    """A deck with two indices a card, and with what each card is called."""
    while True:
        made = scenes.Deck(rng, 14)
        if made.style.corners == 2 and not made.style.apart and not made.style.dark and made.style.rank_height < 0.16:
            break
    cards = [c for c in made.cards if c.glyph]
    for card in cards:
        card.face = RANK[made.style.language].get(card.glyph, card.glyph) + card.suit
    return cards


def half_face_down(rng):
    """The same with as many backs."""
    cards, back = deck(rng), back_art.draw_back(rng)
    back.face = "back"
    return cards + [back] * len(cards)


def apart(rng, length, s):
    return [(np.array([x, y]) * s + rng.normal(0, 0.02, 2) * s, rng.uniform(0, 360))
            for x in (-0.3, 0, 0.3) for y in (-0.18, 0.18)]


def rows(rng, length, s):
    return [(np.array([-0.32 + 0.29 * length / s * k, y]) * s, rng.normal(0, 2))
            for y in (-0.2, 0.18) for k in range(int(rng.integers(4, 8)))]


def fans(rng, length, s):
    count = int(rng.integers(6, 10))
    return [(np.array([np.sin(a), 0.45 - np.cos(a)]) * length, np.degrees(a)) for a in np.radians(13 * (np.arange(count) - count / 2))]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("out")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    folders = (("apart", apart, (0.2, 0.26), deck), ("rows", rows, (0.24, 0.28), deck), ("fans", fans, (0.33, 0.4), deck),
               ("backs", apart, (0.2, 0.26), half_face_down))
    for number, (name, place, lengths, cards_of) in enumerate(folders):
        if options.only not in ("", name):
            continue
        drawn = []
        for k in range(2):
            rng = np.random.default_rng([options.seed, number, k])
            drawn.append((*tables.table(rng, cards_of(rng), (800, 600), place, lengths), {}))
        tables.write(os.path.join(options.out, name), drawn)


if __name__ == "__main__":
    main()
