#!/usr/bin/python3
"""Pictures of cards on tables, drawn from a seed, with where every index lies and what it says.

usage: scenes.py OUT --count N --seed S [--size 320] [--rare]     writes OUT/images.npy, OUT/labels.npz
       scenes.py --sheet FILE --seed S                   writes one sheet of 24 labelled pictures to look at

An index is the rank and the suit below it in a card's corner, or the rank alone where the deck prints the suit elsewhere.
Its size is its height (top of the rank to bottom of the suit) in pixels, its angle the way its top points. Labels are rows of `FIELDS`; corners are those of the whole card, the
first being top left as this index is read.
"""
import argparse
import os

import cairo
import cv2
import numpy as np

import faces

FIELDS = ["picture", "glyph", "suit", "x", "y", "up_x", "up_y", "size", "seen",
          "x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3"]
# Sizes of an index in the detector's input, pixels. Pictures are searched at several scales, so this need not span more.
LEAST_SIZE, MOST_SIZE = 13.0, 62.0


# ---------------------------------------------------------------------------------------------- what lies underneath

def _noise(rng, shape, cell):
    """Smooth noise in [0, 1], `cell` pixels a blob."""
    h, w = shape
    small = rng.random((max(2, int(h / cell[1]) + 2), max(2, int(w / cell[0]) + 2))).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def _carpet(rng, s):
    base = rng.uniform(20, 215, 3)
    grain = _noise(rng, (s, s), [rng.uniform(1, 4)] * 2) - 0.5
    blotch = _noise(rng, (s, s), [rng.uniform(20, 90)] * 2) - 0.5
    picture = base + grain[..., None] * rng.uniform(20, 150) + blotch[..., None] * rng.uniform(0, 60)
    return picture + rng.normal(0, 1, (s, s, 3)) * rng.uniform(0, 18)


def _wood(rng, s):
    base = np.array([rng.uniform(20, 120), rng.uniform(50, 150), rng.uniform(80, 210)])
    along = _noise(rng, (s, s), [rng.uniform(60, 250), rng.uniform(2, 9)])
    rings = np.sin((along * rng.uniform(5, 40) + np.linspace(0, rng.uniform(0, 30), s)[:, None])) * 0.5 + 0.5
    picture = base * (1 - rng.uniform(0.1, 0.7) * rings[..., None])
    if rng.random() < 0.4:
        for y in range(0, s, int(rng.uniform(50, 140))):
            picture[y:y + 2] *= 0.4
    picture += rng.normal(0, 4, (s, s, 1))
    return np.ascontiguousarray(np.rot90(picture)) if rng.random() < 0.5 else picture


def _cloth(rng, s):
    base = rng.uniform(10, 230, 3)
    x, y = np.meshgrid(np.arange(s), np.arange(s))
    period = rng.uniform(2.5, 9)
    weave = np.sin(x * 6.28 / period) * np.sin(y * 6.28 / period)
    folds = _noise(rng, (s, s), [rng.uniform(40, 160), rng.uniform(40, 160)]) - 0.5
    picture = base + weave[..., None] * rng.uniform(0, 25) + folds[..., None] * rng.uniform(0, 140)
    if rng.random() < 0.45:
        _pattern(rng, picture, s)
    return picture


def _pattern(rng, picture, s):
    """Stripes, checks, dots or zigzags woven in."""
    kind, colour, step = rng.integers(4), rng.uniform(0, 255, 3), rng.uniform(14, 80)
    if kind == 0:
        for k in np.arange(0, s, step):
            picture[:, int(k):int(k + step * 0.4)] = 0.4 * picture[:, int(k):int(k + step * 0.4)] + 0.6 * colour
    elif kind == 1:
        for k in np.arange(0, s, step):
            picture[:, int(k):int(k + step / 2)] = 0.6 * picture[:, int(k):int(k + step / 2)] + 0.4 * colour
            picture[int(k):int(k + step / 2)] = 0.6 * picture[int(k):int(k + step / 2)] + 0.4 * colour
    else:
        for cy in np.arange(0, s, step):
            for cx in np.arange(0, s, step):
                if kind == 2:
                    cv2.circle(picture, (int(cx), int(cy)), int(step * 0.25), colour.tolist(), -1, cv2.LINE_AA)
                else:
                    points = np.array([[cx, cy], [cx + step / 2, cy + step * 0.4], [cx + step, cy]], np.int32)
                    cv2.polylines(picture, [points], False, colour.tolist(), int(1 + step * 0.12), cv2.LINE_AA)


def _stone(rng, s):
    base = rng.uniform(60, 230)
    picture = np.full((s, s, 3), base) * rng.uniform(0.9, 1.1, 3)
    for cell, weight in ((2, 40), (6, 35), (30, 40)):
        picture += (_noise(rng, (s, s), [cell, cell])[..., None] - 0.5) * rng.uniform(0, weight)
    return picture


def _plain(rng, s):
    base, tilt = rng.uniform(0, 250, 3), rng.uniform(-60, 60, 2)
    ramp = np.linspace(-.5, .5, s)
    return base + (ramp[None, :, None] * tilt[0] + ramp[:, None, None] * tilt[1]) + np.zeros((s, s, 3))


def background(rng, s):
    draw = [_carpet, _wood, _cloth, _stone, _plain][rng.choice(5, p=[0.27, 0.25, 0.24, 0.1, 0.14])]
    picture = draw(rng, s)
    if rng.random() < 0.35:  # another thing with a straight edge beside it
        other = [_carpet, _wood, _cloth, _stone, _plain][rng.integers(5)](rng, s)
        mask = np.zeros((s, s), np.uint8)
        angle, at = rng.uniform(0, 6.28), rng.uniform(0.1, 0.9, 2) * s
        way, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        half = at - way * 2 * s, at + way * 2 * s, at + way * 2 * s + side * 3 * s, at - way * 2 * s + side * 3 * s
        cv2.fillConvexPoly(mask, np.array(half, np.int32), 255)
        picture = np.where(mask[..., None] > 0, other, picture)
    return np.clip(picture, 0, 255).astype(np.float32)


_FONTS = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX,
          cv2.FONT_HERSHEY_PLAIN]
_WORDS = ["10", "K", "A", "Q9", "J", "SALE", "2024", "7", "8%", "H2O", "the", "AB", "B12", "V8", "D", "R", "No. 6",
          "555", "and", "KING", "ACE", "3/4", "QUEEN", "Dame", "HERZ", "35", "O", "I", "of", "Table", "JACK"]


def clutter(rng, picture):
    """Print, figures and small things that are no cards."""
    s = picture.shape[0]
    paper = rng.random() < 0.5
    layer = picture.copy()
    if paper:
        corners = cv2.boxPoints(((rng.uniform(0, s), rng.uniform(0, s)), (rng.uniform(60, 300), rng.uniform(60, 300)),
                                 rng.uniform(0, 90)))
        cv2.fillConvexPoly(layer, corners.astype(np.int32), rng.uniform(180, 255, 3).tolist(), cv2.LINE_AA)
    ink = rng.uniform(0, 90, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    block = np.zeros((s, s), np.uint8)
    scale = rng.uniform(0.35, 2.2)
    for _ in range(int(rng.integers(1, 9))):
        words = " ".join(rng.choice(_WORDS, int(rng.integers(1, 5))))
        at = int(rng.uniform(-40, s * 0.8)), int(rng.uniform(0, s))
        for line in range(int(rng.integers(1, 4))):
            cv2.putText(block, words[line:], (at[0], at[1] + int(line * scale * 26)), int(rng.choice(_FONTS)), scale, 255,
                        int(rng.integers(1, 4)), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((s / 2, s / 2), rng.uniform(0, 360), 1)
    block = cv2.warpAffine(block, turn, (s, s)).astype(np.float32)[..., None] / 255
    layer = layer * (1 - block) + ink.astype(np.float32) * block
    for _ in range(int(rng.integers(0, 4))):
        centre = tuple(int(v) for v in rng.uniform(0, s, 2))
        colour = rng.uniform(0, 255, 3).tolist()
        if rng.random() < 0.5:
            cv2.circle(layer, centre, int(rng.uniform(4, 40)), colour, int(rng.choice([-1, 2])), cv2.LINE_AA)
        else:
            end = tuple(int(v) for v in rng.uniform(0, s, 2))
            cv2.line(layer, centre, end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)
    return layer


# ------------------------------------------------------------------------------------------------------- the cards

def smaller_copies(pixels):
    """The card at full size and smaller, each averaged from the one before."""
    levels = [pixels]
    while levels[-1].shape[0] > 60:
        levels.append(cv2.resize(levels[-1], None, fx=0.7071, fy=0.7071, interpolation=cv2.INTER_AREA))
    return levels


class Deck:
    """A few drawn cards of one style, with smaller copies for minification."""

    def __init__(self, rng, cards=7, rare=False):
        self.style = faces.Style(rng)
        while rare and not self.style.rare:
            self.style = faces.Style(rng)
        glyphs = self.style.glyphs()
        self.cards = [faces.draw_card(self.style, glyphs[int(rng.integers(len(glyphs)))], str(rng.choice(faces.SUITS)), rng)
                      for _ in range(cards)]
        if rng.random() < 0.25:
            self.cards.append(faces.draw_joker(self.style, rng))
        self.foreign = [faces.draw_foreign(rng)]
        for card in self.cards + self.foreign:
            card.levels = smaller_copies(card.pixels)


class Camera:
    """Takes the table plane (pixels at the picture's middle) to the picture."""

    def __init__(self, rng, s):
        tilt = np.radians(abs(rng.normal(0, 22)) if rng.random() < 0.7 else rng.uniform(0, 52))
        tilt = min(tilt, np.radians(55))
        yaw, focal = rng.uniform(0, 2 * np.pi), s * rng.uniform(1.6, 7)
        cy, sy, ct, st = np.cos(yaw), np.sin(yaw), np.cos(tilt), np.sin(tilt)
        turn = np.array([[cy, -sy], [sy, cy]])
        plane = np.array([[1, 0], [0, ct], [0, st]]) @ turn
        self.matrix = np.array([[focal * plane[0, 0], focal * plane[0, 1], 0], [focal * plane[1, 0], focal * plane[1, 1], 0],
                                [plane[2, 0], plane[2, 1], focal]])
        self.middle = s / 2

    def project(self, points):
        p = np.c_[points, np.ones(len(points))] @ self.matrix.T
        return p[:, :2] / np.maximum(p[:, 2:], 1e-3) + self.middle


def _scatter(rng, n, length):
    spread = rng.uniform(0.5, 2.2) * length * np.sqrt(n) * 0.6
    return [(rng.uniform(-spread, spread, 2), rng.uniform(0, 360)) for _ in range(n)]


def _row(rng, n, length):
    angle, step = rng.uniform(0, 360), rng.uniform(0.16, 0.5) * length
    across = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    if rng.random() < 0.35:  # a column: each covers the one before up to its index
        across, step = np.array([-across[1], across[0]]), rng.uniform(0.2, 0.5) * length
    if rng.random() < 0.25:
        across = -across
    start = -across * step * (n - 1) / 2 + rng.normal(0, 0.5, 2) * length
    return [(start + across * step * k + rng.normal(0, 0.012, 2) * length, angle + rng.normal(0, 2.5)) for k in range(n)]


def _fan(rng, n, length):
    reach, step, first = rng.uniform(0.6, 1.8) * length, rng.uniform(5, 15), rng.uniform(0, 360)
    pivot = rng.normal(0, 0.5, 2) * length
    sense = 1 if rng.random() < 0.85 else -1
    placed = []
    for k in range(n):
        a = first + sense * step * (k - n / 2) + rng.normal(0, 0.8)
        up = np.array([np.sin(np.radians(a)), -np.cos(np.radians(a))])
        placed.append((pivot + up * reach * rng.uniform(0.97, 1.03) - up * reach * 0.3, a))
    return placed


def _grid(rng, n, length):
    angle = rng.uniform(0, 360)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, -s], [s, c]])
    dx, dy = rng.uniform(0.72, 0.95) * length, rng.uniform(1.02, 1.25) * length
    shift = rng.uniform(-0.5, 0.5, 2) * length
    cells = [(i, j) for i in range(-2, 3) for j in range(-2, 3)]
    rng.shuffle(cells)
    return [(turn @ np.array([i * dx, j * dy]) + shift, angle + rng.choice([0, 180]) + rng.normal(0, 3)) for i, j in cells[:n]]


def _sheen(rng, drawn, alpha):
    """Gloss: a band of light across one card that washes out what is printed there."""
    h, w = drawn.shape[:2]
    a, at, width = rng.uniform(0, 6.28), rng.uniform(0.1, 0.9), rng.uniform(0.08, 0.5)
    x, y = np.meshgrid(np.linspace(0, 1, w, dtype=np.float32), np.linspace(0, 1, h, dtype=np.float32))
    far = ((x - 0.5) * np.cos(a) + (y - 0.5) * np.sin(a) + 0.5 - at) / width
    veil = (np.float32(rng.uniform(0.1, 0.75)) * np.exp(-far ** 2))[..., None] * alpha
    return drawn * (1 - veil) + 245 * veil


def lay(card, quad, picture, owner, number, rng, shadow):
    """Lays the card on the picture; `owner` keeps whose pixel is whose."""
    s = picture.shape[0]
    low = np.floor(quad.min(0)).astype(int) - 3
    high = np.ceil(quad.max(0)).astype(int) + 4
    x0, y0, x1, y1 = max(low[0], 0), max(low[1], 0), min(high[0], s), min(high[1], s)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    tall = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    level = next((l for l in reversed(card.levels) if l.shape[0] >= tall * 0.9), card.levels[0])
    h, w = level.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    view = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32) - 0.5)
    drawn = cv2.warpPerspective(level, view, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = drawn[..., 3:] / 255
    if shadow is not None:
        cast = cv2.GaussianBlur(np.roll(alpha[..., 0], shadow[:2].astype(int), (1, 0)), (0, 0), shadow[2]) * shadow[3]
        picture[y0:y1, x0:x1] *= 1 - cast[..., None]
    drawn = drawn[..., :3] * card.shade
    if rng.random() < 0.15:
        drawn = _sheen(rng, drawn, alpha)
    picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - alpha) + drawn
    owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number


def _index_rows(card, quad, number, owner, placed_rows, picture_number):
    """Label rows of one card: as if nothing lay on it; what is seen is counted at the end."""
    h, w = card.pixels.shape[:2]
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad.astype(np.float32))

    def project(points):
        return cv2.perspectiveTransform(np.array([points], np.float32), view)[0]
    for (x0, y0, x1, y1), turned in card.boxes:
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        if turned:
            corners = np.array([w, h]) - corners
        box = project(corners)
        top, bottom = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
        size = np.linalg.norm(top - bottom)
        up = (top - bottom) / max(size, 1e-6)
        middle = (top + bottom) / 2
        whole = quad if not turned else np.roll(quad, 2, 0)
        row = [picture_number, faces.GLYPHS.index(card.glyph), faces.SUITS.index(card.suit), *middle, *up, size, 0, *whole.ravel()]
        placed_rows.append((row, box, number))


def seen_share(box, number, owner):
    """Share of the index's box that shows, parts outside the picture counting as hidden."""
    s = owner.shape[0]
    area = abs(cv2.contourArea(box.astype(np.float32)))
    if area < 4 or box.max() < 0 or box.min() > s:
        return 0.0
    mask = np.zeros_like(owner, np.uint8)
    cv2.fillConvexPoly(mask, (box * 16).astype(np.int32), 1, shift=4)
    inside = mask > 0
    if not inside.any():
        return 0.0
    share = (owner[inside] == number).mean()
    clipped = np.clip(box, 0, s)
    in_picture = abs(cv2.contourArea(clipped.astype(np.float32))) / area
    return float(share * min(1.0, in_picture))


def _hand(rng, picture, owner):
    """Fingers or a pen over the cards."""
    s = picture.shape[0]
    colour = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(140, 240)])
    if rng.random() < 0.3:
        colour = rng.uniform(0, 255, 3)
    mask = np.zeros((s, s), np.uint8)
    start, way = rng.uniform(0, s, 2), rng.uniform(0, 6.28)
    for k in range(int(rng.integers(1, 5))):
        a = way + rng.normal(0, 0.15)
        p = start + np.array([-np.sin(way), np.cos(way)]) * k * rng.uniform(15, 30)
        q = p + np.array([np.cos(a), np.sin(a)]) * s
        cv2.line(mask, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), 255, int(rng.uniform(5, 26)), cv2.LINE_AA)
    shading = (0.75 + 0.5 * _noise(rng, (s, s), [30, 30]))[..., None]
    alpha = mask[..., None].astype(np.float32) / 255
    picture[:] = picture * (1 - alpha) + np.clip(colour * shading, 0, 255) * alpha
    owner[mask > 128] = -1


# --------------------------------------------------------------------------------------------- light, lens, and phone

def light(rng, picture):
    s = picture.shape[0]
    ramp_x, ramp_y = np.meshgrid(np.linspace(-1, 1, s), np.linspace(-1, 1, s))
    a = rng.uniform(0, 6.28)
    gain = 1 + rng.uniform(0, 0.45) * (ramp_x * np.cos(a) + ramp_y * np.sin(a))
    if rng.random() < 0.3:
        blob = _noise(rng, (s, s), [rng.uniform(50, 200)] * 2)
        sharp = rng.uniform(3, 60)
        gain *= 1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-(blob - rng.uniform(0.4, 0.7)) * sharp))
    picture = picture * gain[..., None].astype(np.float32)
    cast = np.array([rng.uniform(0.68, 1.1), rng.uniform(0.88, 1.05), rng.uniform(0.88, 1.12)], np.float32)
    exposure = rng.uniform(0.5, 1.0) if rng.random() < 0.4 else rng.uniform(0.9, 1.5)
    picture = picture * cast * exposure
    if rng.random() < 0.15:
        centre, width = rng.uniform(0, s, 2), rng.uniform(10, 70)
        d2 = ((ramp_x + 1) * s / 2 - centre[0]) ** 2 + ((ramp_y + 1) * s / 2 - centre[1]) ** 2
        picture = picture + (rng.uniform(60, 260) * np.exp(-d2 / width ** 2))[..., None]
    return 255 * (np.clip(picture, 0, 255) / 255) ** np.float32(rng.uniform(0.75, 1.3))


def camera_flaws(rng, picture, least_size):
    """Blur, coarse sampling, noise, sharpening, saturation, JPEG. `least_size`: of the smallest index shown whole."""
    s = picture.shape[0]
    if rng.random() < 0.6:  # taken at fewer pixels, never fewer than 7 a small index
        least = max(0.28, min(1.0, rng.uniform(7.5, 12) / least_size))
        scale = rng.uniform(least, 1)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        small = sensor(rng, small)
        ways = [cv2.INTER_LINEAR, cv2.INTER_CUBIC]
        return cv2.resize(small, (s, s), interpolation=ways[int(rng.integers(2))])
    return sensor(rng, picture)


def sensor(rng, picture):
    kind = rng.random()
    if kind < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3))
    elif kind < 0.45:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        a = rng.uniform(0, 3.15)
        dx, dy = np.cos(a) * length / 2, np.sin(a) * length / 2
        cv2.line(kernel, (int(round(length - dx)), int(round(length - dy))), (int(round(length + dx)), int(round(length + dy))), 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if rng.random() < 0.4:
        picture = picture + (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))) * rng.uniform(0.2, 1.4)
    if rng.random() < 0.5:
        gray = picture.mean(2, keepdims=True)
        picture = gray + (picture - gray) * rng.uniform(0.5, 1.5)
    noise = rng.choice([0, rng.uniform(0, 6), rng.uniform(4, 16)], p=[0.3, 0.5, 0.2])
    if noise:
        picture = picture + rng.normal(0, noise, picture.shape)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(30, 96))])[1]
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture


# ------------------------------------------------------------------------------------------------------------- scenes

def layout_of(rng, length, room):
    """Places (middle, angle) of cards; `room` is how many cards' lengths fit beside each other."""
    kind = rng.choice(6, p=[0.31, 0.2, 0.18, 0.15, 0.08, 0.08])
    if kind == 0:
        return _scatter(rng, int(rng.integers(1, 4 + 3 * room)), length)
    if kind == 1:
        return _row(rng, int(rng.integers(2, 12)), length)
    if kind == 2:
        return _fan(rng, int(rng.integers(3, 14)), length)
    if kind == 3:
        return _grid(rng, int(rng.integers(3, 24)), length)
    if kind == 4:
        return _fan(rng, int(rng.integers(4, 10)), length) + _row(rng, int(rng.integers(3, 9)), length)
    return _scatter(rng, 2, length) + _row(rng, int(rng.integers(2, 7)), length)


def _whole_fan(rng, length):
    """A hand of up to thirteen, held or laid: neighbours show hardly more than their index."""
    n, first, pivot = int(rng.integers(8, 14)), rng.uniform(0, 360), rng.normal(0, 0.5, 2) * length
    reach, step = rng.uniform(0.8, 2.2) * length, rng.uniform(4, 10)
    sense = 1 if rng.random() < 0.85 else -1
    angles = [first + sense * step * (k - n / 2) + rng.normal(0, 0.8) for k in range(n)]
    ups = [np.array([np.sin(np.radians(a)), -np.cos(np.radians(a))]) for a in angles]
    at = ups[int(rng.integers(n))] * reach  # some card of the fan lies in the middle of the picture
    return [(pivot - at + up * reach * rng.uniform(0.98, 1.02), a) for up, a in zip(ups, angles)]


def _tableau(rng, length):
    """A deck laid out: parallel rows or columns in which each card covers the one before up to its index."""
    angle, step = rng.uniform(0, 360), rng.uniform(0.12, 0.4) * length
    across = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    along = np.array([-across[1], across[0]])
    apart = length * rng.uniform(1.02, 1.2)
    if rng.random() < 0.3:
        across, along, apart = along, across, length * rng.uniform(0.72, 0.9)
    shift = rng.uniform(-0.5, 0.5, 2) * length
    rows, many = int(rng.integers(2, 5)), int(rng.integers(4, 14))
    return [(shift + along * apart * (r - (rows - 1) / 2) + across * step * (k - (many - 1) / 2) + rng.normal(0, 0.01, 2) * length,
             angle + rng.normal(0, 1.5)) for r in range(rows) for k in range(many)]


def training_layout(rng, length, room):
    """As `layout_of`, and a third of the time the ways in which most cards of a hand or a deck are covered."""
    kind = rng.random()
    return _whole_fan(rng, length) if kind < 0.2 else _tableau(rng, length) if kind < 0.34 else layout_of(rng, length, room)


def _flash(rng, picture):
    """The lamp of the phone in a glossy card: a white spot with a wide halo."""
    s = picture.shape[0]
    x, y = np.meshgrid(np.arange(s, dtype=np.float32), np.arange(s, dtype=np.float32))
    cx, cy, wide = rng.uniform(0, s), rng.uniform(0, s), rng.uniform(8, 60)
    far = np.hypot(x - cx, (y - cy) * rng.uniform(0.6, 1.6)) / wide
    return picture + (rng.uniform(60, 300) * np.exp(-far ** 2) + rng.uniform(10, 70) * np.exp(-far / 3))[..., None]


def _smoothed(rng, picture):
    """What phones do against noise: flat areas are wiped smooth, edges stay."""
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        return cv2.medianBlur(picture, 3)
    return cv2.bilateralFilter(picture, 5, rng.uniform(15, 60), 2)


_PRINT = {}


def _printed(rng, picture):
    """Numbers and words in the machine's fonts: a calendar's sheet or a few large letters, some over a dot or a suit-like mark."""
    s = picture.shape[0]
    family = str(rng.choice(faces._LATIN))
    shapes = _PRINT.setdefault(family, {})
    sheet = np.zeros((s, s), np.uint8)
    surface = cairo.ImageSurface(cairo.FORMAT_A8, s, s)
    ctx = cairo.Context(surface)
    ctx.translate(s / 2, s / 2)
    ctx.rotate(rng.uniform(0, 6.28))
    ctx.set_source_rgba(0, 0, 0, 1)
    tall = float(np.exp(rng.uniform(np.log(7), np.log(30))))
    calendar, marks = rng.random() < 0.6, rng.random() < 0.6
    for k in range(int(rng.integers(6, 40))):
        text = str(int(rng.integers(1, 32))) if calendar else str(rng.choice(_WORDS))
        if text not in shapes:
            shapes[text] = faces.text_path(text, family)
        if not shapes[text]:
            continue
        shape = faces.Shape(*shapes[text])
        x, y = ((k % 7 - 3) * tall * 3, (k // 7 - 2) * tall * 3) if calendar else rng.uniform(-0.7, 0.7, 2) * s
        wide = min(shape.aspect, 6) * tall
        shape.fill(ctx, x, y, wide, tall)
        if marks and rng.random() < 0.5:
            ctx.arc(x + wide * rng.uniform(0, 1), y + tall * rng.uniform(1.3, 1.9), tall * rng.uniform(0.1, 0.4), 0, 6.3)
            ctx.fill()
    surface.flush()
    sheet = np.ndarray((s, s), np.uint8, surface.get_data(), strides=(surface.get_stride(), 1)).astype(np.float32)[..., None] / 255
    ink = rng.uniform(0, 90, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    paper = rng.uniform(190, 255) if rng.random() < 0.6 else picture
    return paper * (1 - sheet) + ink.astype(np.float32) * sheet + np.zeros_like(picture)


def scene(rng, decks, number, s=320):
    """One picture and its label rows."""
    picture = background(rng, s)
    if rng.random() < 0.5:  # most tables are less gaudy
        picture += (picture.mean(2, keepdims=True) - picture) * np.float32(rng.uniform(0.3, 1))
    if rng.random() < 0.25:
        picture = clutter(rng, picture)
    elif rng.random() < 0.15:
        picture = _printed(rng, picture).astype(np.float32)
    owner = np.full((s, s), 0, np.int16)
    size = np.exp(rng.triangular(np.log(LEAST_SIZE), np.log(LEAST_SIZE) + 0.4, np.log(MOST_SIZE)))
    camera, rows, cards = Camera(rng, s), [], 0
    deck = decks[int(rng.integers(len(decks)))]
    length = min(size / deck.style.index_height, 520)
    shadow = None
    if rng.random() < 0.6:
        shadow = np.array([*rng.normal(0, 3, 2), rng.uniform(1, 5), rng.uniform(0.1, 0.6)])
    layout = training_layout(rng, length, s / length)
    only_foreign = rng.random() < 0.06
    for at, angle in layout:
        source = deck if rng.random() < 0.9 else decks[int(rng.integers(len(decks)))]
        foreign = only_foreign or rng.random() < 0.05
        pick = source.foreign if foreign else source.cards
        card = pick[int(rng.integers(len(pick)))]
        card.shade = np.float32(rng.uniform(0.82, 1.0))
        h, w = length, length * card.pixels.shape[1] / card.pixels.shape[0]
        c, sn = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 @ np.array([[c, sn], [-sn, c]]) + at
        quad = camera.project(flat) + rng.normal(0, 0.004 * length, (4, 2))
        if np.linalg.norm(quad.max(0) - quad.min(0)) > 3 * s or cv2.contourArea(quad.astype(np.float32)) < 200:
            continue
        cards += 1
        lay(card, quad, picture, owner, cards, rng, shadow)
        _index_rows(card, quad, cards, owner, rows, number)
    if rng.random() < 0.2:
        _hand(rng, picture, owner)
    labels = []
    for row, box, mine in rows:
        row[8] = seen_share(box, mine, owner)
        if row[8] > 0.1:
            labels.append(row)
    whole = [r[7] for r in labels if r[8] > 0.9 and r[7] > 8]
    picture = light(rng, picture).astype(np.float32)
    if rng.random() < 0.12:
        picture = _flash(rng, picture).astype(np.float32)
    if rng.random() < 0.12:
        picture = _smoothed(rng, picture).astype(np.float32)
    return camera_flaws(rng, picture, min(whole) if whole else 20.0), labels


def draw(count, seed, s=320, progress=False, rare=False):
    """`count` pictures and their labels as arrays; `rare`: of rare decks only."""
    rng = np.random.default_rng(seed)
    decks = [Deck(rng, rare=rare) for _ in range(8)]
    pictures, labels = np.empty((count, s, s, 3), np.uint8), []
    for k in range(count):
        if k % 3 == 2:
            decks[int(rng.integers(len(decks)))] = Deck(rng, rare=rare)
        pictures[k], rows = scene(rng, decks, k, s)
        labels += rows
        if progress and k % 500 == 0:
            print(f"{k} of {count}", flush=True)
    return pictures, np.array(labels, np.float32).reshape(-1, len(FIELDS))


def annotate(picture, rows):
    picture = picture.copy()
    for r in rows:
        at, up, size = r[3:5], r[5:7], r[7]
        if r[8] < 0.85:
            cv2.circle(picture, tuple(at.astype(int).tolist()), 4, (128, 128, 128), 1)
            continue
        cv2.polylines(picture, [r[9:17].reshape(4, 2).astype(np.int32)], True, (255, 128, 0), 1)
        top = at + up * size / 2
        cv2.line(picture, tuple((at - up * size / 2).astype(int).tolist()), tuple(top.astype(int).tolist()), (0, 255, 0), 1)
        cv2.putText(picture, faces.GLYPHS[int(r[1])] + faces.SUITS[int(r[2])], tuple(top.astype(int).tolist()), 0, 0.45, (0, 0, 255), 1)
    return picture


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("out", nargs="?")
    arguments.add_argument("--sheet")
    arguments.add_argument("--count", type=int, default=4000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--size", type=int, default=320)
    arguments.add_argument("--rare", action="store_true", help="rare decks only: there are few of them among others")
    options = arguments.parse_args()
    cv2.setNumThreads(1)
    if options.sheet:
        pictures, labels = draw(24, options.seed, options.size, rare=options.rare)
        shown = [annotate(p, labels[labels[:, 0] == k]) for k, p in enumerate(pictures)]
        cv2.imwrite(options.sheet, np.vstack([np.hstack(shown[k:k + 6]) for k in range(0, 24, 6)]))
        return
    pictures, labels = draw(options.count, options.seed, options.size, True, options.rare)
    os.makedirs(options.out, exist_ok=True)
    np.save(os.path.join(options.out, "images.npy"), pictures)
    np.savez(os.path.join(options.out, "labels.npz"), labels=labels)


if __name__ == "__main__":
    main()
