"""Backs of French-suited decks that nobody printed, drawn from a seed."""
import math

import numpy as np

import faces
import scenes


def _motif(c, rng, w, h, colours):
    """Lines, arcs and leaves for a quarter of a back."""
    for _ in range(int(rng.integers(6, 26))):
        c.set_source_rgb(*colours[int(rng.integers(len(colours)))])
        c.set_line_width(rng.uniform(0.8, 5))
        x, y, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.03, 0.3) * w
        kind = rng.integers(5)
        c.new_path()
        if kind == 0:
            c.arc(x, y, r, rng.uniform(0, 6), rng.uniform(3, 9))
            c.stroke()
        elif kind == 1:
            c.arc(x, y, r * 0.6, 0, 6.3)
            c.fill() if rng.random() < 0.5 else c.stroke()
        elif kind == 2:
            a = rng.uniform(0, 6.3)
            c.move_to(x, y)
            c.curve_to(x + r * math.cos(a), y + r * math.sin(a), x + r, y - r, x + 2 * r * math.cos(a + 1), y + 2 * r * math.sin(a + 1))
            c.stroke() if rng.random() < 0.5 else c.fill()
        elif kind == 3:
            a = rng.uniform(0, 6.3)
            for k in range(int(rng.integers(3, 9))):
                c.move_to(x, y)
                c.line_to(x + r * math.cos(a + k * 0.7), y + r * math.sin(a + k * 0.7))
            c.stroke()
        else:
            c.rectangle(x, y, r, r * rng.uniform(0.3, 2))
            c.stroke()


def _ground(c, rng, w, h, colours):
    """A pattern that goes on all over: lattice, dots, scales, waves."""
    kind, step = rng.integers(5), rng.uniform(7, 34)
    c.set_source_rgb(*colours[0])
    c.set_line_width(rng.uniform(0.8, step * 0.35))
    if kind == 0:
        slant = rng.uniform(0.5, 1.8)
        for k in np.arange(-h * slant, w + h * slant, step):
            c.move_to(k, 0), c.line_to(k + h * slant, h), c.move_to(k + h * slant, 0), c.line_to(k, h)
        c.stroke()
    elif kind == 1:
        for y in np.arange(0, h, step):
            for x in np.arange((int(y / step) % 2) * step / 2, w, step):
                c.new_sub_path()
                c.arc(x, y, step * 0.3, 0, 6.3)
        c.fill() if rng.random() < 0.5 else c.stroke()
    elif kind == 2:
        for y in np.arange(0, h + step, step / 2):
            for x in np.arange((int(2 * y / step) % 2) * step / 2, w + step, step):
                c.new_sub_path()
                c.arc(x, y, step / 2, math.pi, 2 * math.pi)
        c.stroke()
    elif kind == 3:
        for y in np.arange(0, h, step):
            c.move_to(0, y)
            for x in np.arange(0, w, step):
                c.curve_to(x + step / 4, y - step / 2, x + step * 0.75, y + step / 2, x + step, y)
        c.stroke()


def draw_back(rng):
    """A face-down card: mostly a dense pattern that looks the same turned by half, mostly in a light frame."""
    style = faces.Style(rng)
    painter = faces._Painter(style, rng)
    c, w, h = painter.ctx, painter.w, painter.h
    painter.paper()
    tone = np.array([[0.75, 0.08, 0.12], [0.1, 0.18, 0.55], [0.08, 0.08, 0.1], [0.05, 0.4, 0.2], rng.uniform(0, 1, 3), rng.uniform(0, 0.6, 3)])
    tone = np.clip(tone[int(rng.choice(6, p=[0.3, 0.3, 0.1, 0.08, 0.12, 0.1]))] + rng.normal(0, 0.06, 3), 0, 1)
    light = style.paper if rng.random() < 0.7 else rng.uniform(0.4, 1, 3)
    paint, ground = (light, tone) if rng.random() < 0.85 else (tone, light)
    edge = rng.uniform(0.02, 0.07) * h if rng.random() < 0.85 else 0.5
    painter.outline(edge)
    c.save()
    c.set_source_rgb(*ground)
    c.fill_preserve()
    c.clip()
    colours = [paint, paint, rng.uniform(0, 1, 3) if rng.random() < 0.2 else paint]
    plain = ground is tone and rng.random() < 0.05  # white cards with little on them are other games'
    patterned = not plain and (ground is light or rng.random() < 0.8)
    if patterned:
        _ground(c, rng, w, h, colours)
    if not plain and (not patterned or rng.random() < 0.75):
        seed, four = int(rng.integers(1 << 30)), rng.random() < 0.7
        for turned in (False, True):
            for mirrored in ((False, True) if four else (False,)):
                c.save()
                if turned:
                    painter.upside_down()
                if mirrored:
                    c.translate(w, 0), c.scale(-1, 1)
                c.rectangle(0, 0, w / 2 if four else w, h / 2)
                c.clip()
                _motif(c, np.random.default_rng(seed), w / 2 if four else w, h / 2, colours)
                c.restore()
    for _ in range(int(rng.integers(0, 3))):  # frames and a shield in the middle
        inset = edge + rng.uniform(0.01, 0.06) * h
        painter.outline(inset)
        c.set_source_rgb(*paint)
        c.set_line_width(rng.uniform(1, 6))
        c.stroke()
    if rng.random() < 0.4:
        c.save()
        c.translate(w / 2, h / 2)
        c.scale(1, rng.uniform(0.8, 1.6))
        c.arc(0, 0, rng.uniform(0.06, 0.16) * h, 0, 6.3)
        c.restore()
        c.set_source_rgb(*(ground if rng.random() < 0.5 else paint))
        c.fill_preserve()
        c.set_source_rgb(*paint)
        c.stroke()
    c.restore()
    card = faces.Card(painter.pixels(), None, None, [])
    card.levels = scenes.smaller_copies(card.pixels)
    return card
