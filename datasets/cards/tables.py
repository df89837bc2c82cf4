"""Tables of cards with the truth that `octoscope recognize` is judged by: for evaluation and for samples in tests."""
import json
import os

import cv2
import numpy as np

import scenes

# Boxes (x0, y0, x1, y1) in shares of a card's width and height: the two corners where an index stands, rank and suit.
CORNERS = ((0, 0, 0.2, 0.28), (0.8, 0.72, 1, 1))
WELL_SEEN = 0.9  # of such a box


def can_be_named(card, quad, number, owner):
    """Whether somebody who looks at the picture could say which card it is: its rank and its suit both show, be it in one
    corner, where most decks print both, or one here and one there (`card.marks`: boxes of which one must show for the rank,
    and boxes of which one must show for the suit)."""
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad.astype(np.float32))

    def shows(box):
        x0, y0, x1, y1 = box
        corners = np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32)
        return scenes.seen_share(cv2.perspectiveTransform(corners, view)[0], number, owner) >= WELL_SEEN
    return all(any(shows(box) for box in boxes) for boxes in getattr(card, "marks", (CORNERS,)))


def in_picture(quad, size):
    """The part of the card that lies in the picture: nobody can tell what goes on beyond its edge."""
    w, h = size
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    area, shared = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return shared.reshape(-1, 2) if area > 0 else quad


def many(rng, length, s):
    """Places of 8 to 40 cards: rows, fans, grids, heaps, as they come."""
    layout, wanted = [], int(rng.integers(8, 41))
    while len(layout) < wanted:
        part = scenes.layout_of(rng, length, s / length)
        shift = rng.uniform(-0.4, 0.4, 2) * s
        layout += [(at + shift, angle) for at, angle in part]
    return layout[:40]


def fans(rng, length, s):
    """A deck as four fans of thirteen beside each other."""
    layout = []
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        first, step, reach = rng.normal(0, 20), rng.uniform(5, 9), length * rng.uniform(0.9, 1.4)
        at = np.array([x * 0.24 * s, y * 0.17 * s + reach]) + rng.normal(0, 0.01 * s, 2)
        for k in range(13):
            a = first + step * (k - 6) + rng.normal(0, 0.5)
            layout.append((at + np.array([np.sin(np.radians(a)), -np.cos(np.radians(a))]) * reach * rng.uniform(0.98, 1.02), a))
    return layout


def laid_out(rng, length, s):
    """A deck in four rows of thirteen, apart or each card on the one before."""
    step, across = length * rng.choice([rng.uniform(0.22, 0.5), 0.78]), rng.normal(0, 2)
    return [(np.array([(k - 6) * step, (row - 1.5) * length * 1.1]) + rng.normal(0, 0.015, 2) * length, across + rng.normal(0, 1.5))
            for row in range(4) for k in range(13)]


# What a table may be asked to show: where cards lie, how long they are as shares of the longer side, each face once?
LAYOUTS = dict(many=(many, (0.11, 0.36), False), fans=(fans, (0.13, 0.2), True), deck=(laid_out, (0.06, 0.1), True))


def table(rng, cards, size, place=many, lengths=(0.11, 0.36), once=False):
    """One picture and its truth: a card is to be found if its rank and its suit show (`can_be_named`), otherwise it may be. `lengths` of a card are shares of the picture's longer side; `once`: each card, in any order."""
    width, height = size
    s = max(size)
    picture, owner = scenes.background(rng, s), np.full((s, s), 0, np.int16)
    length = np.exp(rng.uniform(*np.log(lengths))) * s
    camera, shadow = scenes.Camera(rng, s), np.array([*rng.normal(0, 4, 2), rng.uniform(2, 8), rng.uniform(0.1, 0.6)])
    placed, order = [], rng.permutation(len(cards)) if once else []
    for k, (at, angle) in enumerate(place(rng, length, s)):
        card = cards[order[k % len(cards)] if once else int(rng.integers(len(cards)))]
        card.shade = np.float32(rng.uniform(0.85, 1))
        half = np.array([length * card.pixels.shape[1] / card.pixels.shape[0], length]) / 2
        c, sn = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, sn], [-sn, c]]) + at
        quad = camera.project(flat)
        if quad.min() < -s or quad.max() > 2 * s:
            continue
        placed.append((card, quad))
        scenes.lay(card, quad, picture, owner, len(placed), rng, shadow)
    owner[(s + height) // 2:], owner[:(s - height) // 2] = 0, 0
    pieces, top = [], (s - height) / 2
    for number, (card, quad) in enumerate(placed, 1):
        if (owner == number).sum() < 30:
            continue
        piece = dict(piece=card.face, outline=[[round(float(x), 1), round(float(y), 1)] for x, y in in_picture(quad - [0, top], size)])
        if not can_be_named(card, quad, number, owner):
            piece["ignore"] = True
        pieces.append(piece)
    top = int(top)
    picture = scenes.light(rng, picture).astype(np.float32)[top:top + height, :width]
    return scenes.sensor(rng, picture), pieces


def write(folder, drawn):
    """Writes (picture, pieces, note) one after the other, and the truth of all."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "truth.jsonl"), "w") as truth:
        for k, (picture, pieces, note) in enumerate(drawn, 1):
            name = f"{k:05d}.jpg"
            cv2.imwrite(os.path.join(folder, name), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
            height, width = picture.shape[:2]
            truth.write(json.dumps(dict(image=name, width=width, height=height, **note, pieces=pieces)) + "\n")
