"""Squares of drawn tables (`octo-datasets tables`) to learn from, each otherwise than the last: turned, mirrored, with more
cards laid on it, on other ground, in other light.
"""
import json
import os

import cv2
import numpy as np

import net

SIDE = 256                # pixels
CELLS = SIDE // net.STRIDE
NOTHING = 65535
# The corners of a card are round: share of its width.
ROUND = 0.06


def corners(x, y, angle, width, height):
    """Clockwise from the top left; `angle`: degrees clockwise from upright."""
    a = np.radians(angle)
    right, down = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    return np.array([np.array([x, y]) + sx * width / 2 * right + sy * height / 2 * down
                     for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)


class Table:
    """A picture, which card lies on top in each pixel, and the cards: x, y, angle, width, height."""

    def __init__(self, folder, line):
        self.picture = cv2.imread(os.path.join(folder, line["image"]))
        self.top = np.full(self.picture.shape[:2], NOTHING, np.uint16)
        self.cards = []
        for piece in sorted(line["pieces"], key=lambda each: each["layer"]):
            if piece["shape"] == "round":
                cv2.circle(self.top, (round(piece["x"]), round(piece["y"])), round(piece["width"] / 2), NOTHING, -1)
                continue
            card = [piece[name] for name in ("x", "y", "angle", "width", "height")]
            cv2.fillConvexPoly(self.top, np.round(corners(*card)).astype(np.int32), len(self.cards))
            self.cards.append(card)
        self.cards = np.array(self.cards, np.float32).reshape(-1, 5)

    def whole(self):
        """The cards that nothing covers, upright."""
        many = np.bincount(self.top[self.top != NOTHING], minlength=len(self.cards))
        for k, (x, y, angle, width, height) in enumerate(self.cards):
            if many[k] < 0.97 * width * height:
                continue
            size = (round(width), round(height))
            there = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
            turn = cv2.getPerspectiveTransform(corners(x, y, angle, width, height) - 0.5, there)
            yield cv2.warpPerspective(self.picture, turn, size, flags=cv2.INTER_LINEAR)


def read(folder):
    tables = []
    with open(os.path.join(folder, "tables.jsonl")) as lines:
        for line in lines:
            tables.append(Table(folder, json.loads(line)))
    return tables


def ground(rng, cards):
    """Something for cards to lie on that no table of ours is: cloth, wood, print, plain."""
    kind = rng.random()
    plain = np.empty((SIDE, SIDE, 3), np.float32)
    plain[:] = rng.uniform(10, 245, 3) if rng.random() < 0.5 else rng.uniform(10, 245)
    if kind < 0.2:
        return plain
    for _ in range(int(rng.integers(1, 5))):
        few = np.maximum(2, (SIDE / np.exp(rng.uniform(0.5, 4.5, 2))).astype(int))
        colour = rng.uniform(0, 70, 3) if rng.random() < 0.4 else rng.uniform(0, 70)
        noise = rng.normal(0, 1, (few[0], few[1], 1)).astype(np.float32)
        how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_NEAREST
        plain += cv2.resize(noise, (SIDE, SIDE), interpolation=how)[:, :, None] * colour
    if kind < 0.4:  # stripes
        step, turn, soft = rng.uniform(4, 60), rng.uniform(0, np.pi), rng.uniform(1, 8)
        ys, xs = np.mgrid[0:SIDE, 0:SIDE]
        wave = np.tanh(soft * np.sin((xs * np.cos(turn) + ys * np.sin(turn)) * 2 * np.pi / step))
        plain += wave[:, :, None] * rng.uniform(-50, 50, 3)
    if kind > 0.75:  # frames, lines and discs that are no card
        plain = np.clip(plain, 0, 255).astype(np.uint8)
        for _ in range(int(rng.integers(1, 8))):
            at, size = rng.uniform(0, SIDE, 2), rng.uniform(6, 160, 2)
            colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
            thick = int(rng.choice([1, 1, 2, 3, 6]))
            if rng.random() < 0.6:
                box = corners(*at, rng.uniform(0, 180) if rng.random() < 0.4 else 0, *size)
                cv2.polylines(plain, [np.round(box).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
            elif rng.random() < 0.5:
                cv2.circle(plain, tuple(int(v) for v in at), int(size[0] / 4) + 2, colour, -1 if rng.random() < 0.5 else thick, cv2.LINE_AA)
            else:
                cv2.putText(plain, "".join(rng.choice(list("Octopus 0123456789"), 8)), tuple(int(v) for v in at), int(rng.integers(0, 4)),
                            rng.uniform(0.3, 1.5), colour, thick, cv2.LINE_AA)
    return np.clip(plain, 0, 255).astype(np.float32)


def rounded(size):
    """255 where a card of that size is."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    r = max(1, int(ROUND * size[0]))
    cv2.rectangle(mask, (r, r), (size[0] - 1 - r, size[1] - 1 - r), 255, -1)
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)))


def lay(picture, top, laid, art, rng, x, y, angle):
    """One more card on what lies there, with its shadow."""
    stretch = np.exp(rng.normal(0, 0.08))
    height, width = art.shape[0] / stretch, art.shape[1] * stretch
    there = corners(x, y, angle, width, height)
    (x0, y0), (x1, y1) = np.maximum(there.min(0).astype(int) - 8, 0), np.minimum(there.max(0).astype(int) + 9, SIDE)
    if x1 <= x0 or y1 <= y0:
        return
    size = (int(x1 - x0), int(y1 - y0))
    here = np.array([[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(here, there - np.float32([x0 + 0.5, y0 + 0.5]))
    mask = cv2.warpPerspective(rounded(art.shape[1::-1]), turn, size, flags=cv2.INTER_LINEAR)
    part = picture[y0:y1, x0:x1]
    if rng.random() < 0.7:
        off, soft = rng.uniform(-4, 4, 2), rng.uniform(0.7, 2)
        shadow = cv2.GaussianBlur(cv2.warpAffine(mask, np.float32([[1, 0, off[0]], [0, 1, off[1]]]), size), (0, 0), soft)
        part *= 1 - shadow[:, :, None] * np.float32(rng.uniform(0.05, 0.5) / 255)
    card = cv2.warpPerspective(art, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part += (card - part) * (mask[:, :, None] * np.float32(1 / 255))
    top[y0:y1, x0:x1][mask > 127] = len(laid)
    laid.append([x, y, angle, width, height])


def lay_some(picture, top, laid, cards, rng):
    """Cards apart, in columns that leave strips of them, and in piles."""
    for _ in range(int(rng.integers(1, 4))):
        x, y, angle = *rng.uniform(-20, SIDE + 20, 2), rng.uniform(0, 360)
        kind, art = rng.random(), cards[int(rng.integers(len(cards)))]
        several = 1 if kind < 0.35 else int(rng.integers(2, 7))
        step, side = rng.uniform(12, 34), rng.choice([0, 0, 0, 180, 90, 270])
        if kind > 0.85:
            step = rng.uniform(0, 5)
        untidy, back = rng.uniform(0, 5), rng.random() < 0.8
        a = np.radians(angle + side)
        for _ in range(several):
            if not back or rng.random() < 0.9:
                art = cards[int(rng.integers(len(cards)))]
            lay(picture, top, laid, art, rng, x + rng.normal(0, untidy), y + rng.normal(0, untidy), angle + rng.normal(0, 0.2 + untidy))
            long = step * np.exp(rng.normal(0, 0.15))
            x, y = x - np.sin(a) * long, y + np.cos(a) * long


def hide(picture, top, rng):
    """A hand, a sleeve, a cup: something without edges that are a card's."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    at, size = rng.uniform(0, SIDE, 2), rng.uniform(10, 60, 2)
    if rng.random() < 0.6:
        away = at + rng.normal(0, 200, 2)
        cv2.line(mask, tuple(int(v) for v in at), tuple(int(v) for v in away), 255, int(size[0]), cv2.LINE_AA)
    else:
        cv2.ellipse(mask, tuple(int(v) for v in at), tuple(int(v) for v in size), rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
    colour = rng.uniform([40, 60, 110], [170, 190, 240]) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    share = mask[:, :, None].astype(np.float32) / 255
    shade = cv2.resize(rng.normal(0, 18, (6, 6)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[:, :, None]
    picture *= 1 - share
    picture += share * np.clip(colour + shade, 0, 255)
    top[mask > 127] = NOTHING


def in_other_light(picture, rng):
    if rng.random() < 0.5:
        picture = picture[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        picture = 255 - picture
    if rng.random() < 0.15:
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    shade = cv2.resize(rng.uniform(0.75, 1.15, (2, 2)).astype(np.float32), (SIDE, SIDE))[:, :, None]
    gain = np.float32(np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.06, 3)))
    levels = np.float32(255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.25)))
    picture = levels[np.clip(picture, 0, 255).astype(np.uint8)] * shade * gain
    if rng.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.5:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(1, 12))
    return np.clip(picture, 0, 255)


def sample(tables, cards, rng):
    """A square (SIDE x SIDE x 3, BGR), and of each cell: 1 where a card lies, and `place` as the network tells it."""
    table = tables[int(rng.integers(len(tables)))]
    if len(table.cards) and rng.random() < 0.85:
        middle = table.cards[int(rng.integers(len(table.cards))), :2] + rng.normal(0, 50, 2)
    else:
        middle = rng.uniform([0, 0], table.top.shape[::-1])
    angle, scale, flip = rng.uniform(0, 360), np.exp(rng.normal(0, 0.05)), rng.choice([-1, 1])
    a = np.radians(angle)
    turn = scale * np.array([[flip * np.cos(a), -flip * np.sin(a)], [np.sin(a), np.cos(a)]])
    move = np.c_[turn, SIDE / 2 - turn @ middle]
    pixels = move.copy()
    pixels[:, 2] += turn @ [0.5, 0.5] - 0.5
    picture = cv2.warpAffine(table.picture, pixels, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    top = cv2.warpAffine(table.top, pixels, (SIDE, SIDE), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=NOTHING)
    ours = cv2.warpAffine(np.ones(table.top.shape, np.uint8), pixels, (SIDE, SIDE), flags=cv2.INTER_NEAREST)
    laid = []
    for x, y, angle, width, height in table.cards:
        a = np.radians(angle)
        right = turn @ [np.cos(a), np.sin(a)]
        laid.append([*(move @ [x, y, 1]), np.degrees(np.arctan2(right[1], right[0])), width * scale, height * scale])
    if rng.random() < 0.35:
        bare = cv2.GaussianBlur((top == NOTHING).astype(np.float32), (0, 0), 0.7)[:, :, None]
        picture = picture * (1 - bare) + ground(rng, cards) * bare
    top[(ours == 0) & (top != NOTHING)] = NOTHING
    if rng.random() < 0.6:
        lay_some(picture, top, laid, cards, rng)
    if rng.random() < 0.2:
        hide(picture, top, rng)
    picture = in_other_light(picture, rng)
    half = net.STRIDE // 2
    cells = top[half::net.STRIDE, half::net.STRIDE].astype(np.int64)
    card = cells != NOTHING
    laid = np.array(laid or [[0, 0, 0, 1, 1]], np.float32)
    of = laid[np.where(card, cells, 0)]
    ys, xs = np.mgrid[0:CELLS, 0:CELLS] * net.STRIDE + half
    twice = np.radians(2 * of[:, :, 2])
    place = np.stack([(of[:, :, 0] - xs) / net.OFFSET, (of[:, :, 1] - ys) / net.OFFSET, np.cos(twice), np.sin(twice)])
    return picture.astype(np.uint8), card.astype(np.float32)[None], (place * card).astype(np.float32)
