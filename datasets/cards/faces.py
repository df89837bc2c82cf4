"""Faces of French-suited decks that nobody printed: drawn from a seed, so that a deck never seen is nothing special.

Everything here is drawn with Cairo: our own suit shapes, pips and court figures, and rank letters in whatever Latin
fonts the machine has. A `Style` is a deck; `draw_card` makes one face of it and says where its indices lie.
"""
import math
import subprocess

import cairo
import cv2
import gi
import numpy as np

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

# The glyphs that stand for ranks, in the order of the reader's outputs. B V H D R F are the court letters of Dutch,
# German, French and Italian decks; Russian ones have T on the ace and В Д К, of which only Д is no letter of ours.
GLYPHS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "B", "V", "H", "D", "R", "F", "T", "Д"]
SUITS = ["S", "H", "D", "C"]
NUMBERS = GLYPHS[:10]
COURTS = {"english": ["J", "Q", "K"], "dutch": ["B", "V", "H"], "german": ["B", "D", "K"], "french": ["V", "D", "R"],
          "italian": ["F", "D", "R"], "russian": ["B", "Д", "K"]}
SUIT_CHARACTERS = dict(zip(SUITS, "♠♥♦♣"))
# A card is drawn this many pixels high; scenes only ever make it smaller.
CARD_HEIGHT = 420

# Families that say they have Latin letters but draw something else for them.
_NOT_LETTERS = ("symbol", "dingbat", "d050000l", "emoji", "math", "barcode", "wingding", "icons", "size", "cmex",
                "cmsy", "msam", "msbm", "esint", "rsfs", "stmary", "wasy", "braille", "signwriting", "linex", "circos", "keyboard", "keyfont")


def letter_families(language):
    """Sorted names of the font families with that language's letters."""
    listed = subprocess.run(["fc-list", f":lang={language}", "family"], capture_output=True, text=True, check=True).stdout
    names = {line.split(",")[0].strip() for line in listed.splitlines() if line.strip()}
    return sorted(n for n in names if not any(bad in n.lower() for bad in _NOT_LETTERS))


def suit_families():
    """Sorted names of the font families that have the four suits."""
    listed = subprocess.run(["fc-list", ":charset=2660 2663 2665 2666", "family"], capture_output=True, text=True,
                            check=True).stdout
    names = {line.split(",")[0].strip() for line in listed.splitlines() if line.strip()}
    return sorted(n for n in names if "emoji" not in n.lower())


_LATIN = letter_families("en")
_CYRILLIC = sorted(set(letter_families("ru")) & set(_LATIN)) or _LATIN
_SUITED = suit_families()
_SCRATCH = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 8, 8))


def text_path(text, family, weight=400, italic=False, slant=0.0):
    """A path of the text, sheared by `slant`, and its ink box. None where the font draws nothing."""
    layout = PangoCairo.create_layout(_SCRATCH)
    font = Pango.FontDescription()
    font.set_family(family)
    font.set_weight(weight)
    font.set_style(Pango.Style.ITALIC if italic else Pango.Style.NORMAL)
    font.set_absolute_size(100 * Pango.SCALE)
    layout.set_font_description(font)
    layout.set_text(text, -1)
    _SCRATCH.new_path()
    _SCRATCH.save()
    _SCRATCH.transform(cairo.Matrix(1, 0, -slant, 1, 0, 0))
    PangoCairo.layout_path(_SCRATCH, layout)
    _SCRATCH.restore()
    x0, y0, x1, y1 = _SCRATCH.path_extents()
    path = _SCRATCH.copy_path()
    _SCRATCH.new_path()
    if y1 - y0 < 20 or x1 - x0 < 4:
        return None
    return path, (x0, y0, x1, y1)


class Shape:
    """A filled path with its ink box. `swell`: how much bolder than its font, a share of its height."""

    def __init__(self, path, box, swell=0.0):
        self.path, self.box, self.swell = path, box, swell

    @property
    def aspect(self):
        x0, y0, x1, y1 = self.box
        return (x1 - x0) / (y1 - y0)

    def fill(self, ctx, x, y, width, height, upside_down=False):
        """Into the box with its top left corner at (x, y)."""
        x0, y0, x1, y1 = self.box
        ctx.save()
        ctx.translate(x, y)
        if upside_down:
            ctx.translate(width, height)
            ctx.rotate(math.pi)
        ctx.scale(width / (x1 - x0), height / (y1 - y0))
        ctx.translate(-x0, -y0)
        ctx.new_path()
        ctx.append_path(self.path)
        ctx.restore()
        if self.swell:
            ctx.set_line_width(self.swell * height)
            ctx.set_line_join(cairo.LINE_JOIN_ROUND)
            ctx.stroke_preserve()
        ctx.fill()

    def rim(self, ctx, x, y, width, height, colour):
        """A thin line around the shape in the same box."""
        x0, y0, x1, y1 = self.box
        ctx.save()
        ctx.translate(x, y)
        ctx.scale(width / (x1 - x0), height / (y1 - y0))
        ctx.translate(-x0, -y0)
        ctx.new_path()
        ctx.append_path(self.path)
        ctx.restore()
        ctx.set_source_rgb(*colour)
        ctx.set_line_width(height * 0.05)
        ctx.stroke()


def _shape(draw):
    _SCRATCH.new_path()
    draw(_SCRATCH)
    box = _SCRATCH.path_extents()
    path = _SCRATCH.copy_path()
    _SCRATCH.new_path()
    return Shape(path, box)


def _lobes(c, rng):
    """A heart, tip down, clockwise."""
    wide, notch = rng.uniform(42, 56), rng.uniform(8, 26)
    shoulder, belly = rng.uniform(-10, 8), rng.uniform(28, 58)
    tip, tip_y, lobe = rng.uniform(5, 22), 100 - rng.uniform(15, 32), rng.uniform(6, 14)
    c.move_to(0, 100)
    c.curve_to(-tip, tip_y, -wide, belly + 12, -wide, notch + 14)
    c.curve_to(-wide, shoulder - 4, -lobe, shoulder - 6, 0, notch)
    c.curve_to(lobe, shoulder - 6, wide, shoulder - 4, wide, notch + 14)
    c.curve_to(wide, belly + 12, tip, tip_y, 0, 100)
    c.close_path()


def _stem(c, rng, top, bottom, side):
    """The foot of a spade (side 1) or club (side -1): the paths run as the rest of the suit does, so that they add."""
    foot, waist = side * rng.uniform(12, 30), side * rng.uniform(2, 7)
    c.move_to(-waist, top)
    c.curve_to(-waist, (top + bottom) / 2, -waist - side * 3, bottom - 4, -foot, bottom)
    c.line_to(foot, bottom)
    c.curve_to(waist + side * 3, bottom - 4, waist, (top + bottom) / 2, waist, top)
    c.close_path()


def _heart(rng):
    return _shape(lambda c: _lobes(c, rng))


def _spade(rng):
    def draw(c):
        c.save()
        c.translate(0, 88)
        c.scale(1, -rng.uniform(0.82, 0.95))
        _lobes(c, rng)
        c.restore()
        _stem(c, rng, 55, 100, 1)
    return _shape(draw)


def _diamond(rng):
    bow, half = rng.uniform(-8, 4), rng.uniform(30, 46)

    def draw(c):
        corners = [(0, 0), (half, 50), (0, 100), (-half, 50)]
        c.move_to(*corners[0])
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            mx, my = (ax + bx) / 2, (ay + by) / 2
            reach = math.hypot(mx, my - 50)
            mx, my = mx * (1 + bow / reach), 50 + (my - 50) * (1 + bow / reach)
            c.curve_to(mx, my, mx, my, bx, by)
        c.close_path()
    return _shape(draw)


def _club(rng):
    r, out, drop = rng.uniform(20, 26), rng.uniform(21, 27), rng.uniform(52, 60)

    def draw(c):
        for x, y in ((0, 22), (-out, drop), (out, drop)):
            c.new_sub_path()
            c.arc(x, y, r, 0, 2 * math.pi)
        c.new_sub_path()
        c.arc(0, 46, 10, 0, 2 * math.pi)
        _stem(c, rng, 40, 100, -1)
    return _shape(draw)


_OWN_SUITS = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}


class Style:
    """A deck: its font, shapes, colours, measures. All lengths are fractions of the card's height."""

    def __init__(self, rng):
        self.rng = rng
        self.aspect = rng.choice([0.714, 0.64, rng.uniform(0.60, 0.75)], p=[0.55, 0.25, 0.2])
        self.language = rng.choice(list(COURTS), p=[0.46, 0.13, 0.13, 0.12, 0.07, 0.09])
        self._choose_letters()
        self._choose_suits()
        self._choose_index()
        self._choose_paper()
        self.pip_scale = rng.uniform(0.75, 1.15)
        self.number_face = rng.choice(["pips", "one", "empty"], p=[0.86, 0.1, 0.04])
        self.court_palette = rng.uniform(0, 1, (6, 3)) * rng.uniform(0.6, 1)
        if rng.random() < 0.6:
            self.court_palette[:4] = [[0.85, 0.1, 0.15], [0.95, 0.8, 0.15], [0.1, 0.15, 0.5], [0.05, 0.05, 0.05]]
        self.court_frame = rng.random() < 0.6
        if self.apart:
            known = [] if self.both_ends else ["huge", "huge"]
            self.number_face = rng.choice(["pips", "one", *known, *(["empty"] if self.suit_corner else [])])
        self.coarse = int(rng.uniform(85, 150)) if rng.random() < 0.05 else None  # dots that the card was printed with, in its height
        self.court_dense = rng.random() < 0.65  # printed courts fill their frame with pattern to the edge
        self.court_seed = int(rng.integers(1 << 30))

    def _choose_letters(self):
        rng = self.rng
        while True:
            family = str(rng.choice(_CYRILLIC if self.language == "russian" else _LATIN))
            weight = int(rng.choice([300, 400, 400, 600, 700, 900]))
            italic = rng.random() < 0.06
            slant = rng.uniform(-0.12, 0.25) if rng.random() < 0.12 else 0.0
            shapes = {g: text_path(g, family, weight, italic, slant) for g in GLYPHS}
            if all(shapes.values()):
                break
        swell = rng.uniform(0.01, 0.09) if rng.random() < 0.35 else 0.0
        self.letters = {g: Shape(*s, swell) for g, s in shapes.items()}
        if self.language == "french" and rng.random() < 0.4:  # many French decks print 1 on the ace
            one = text_path("1", family, weight, italic)
            self.letters["A"] = Shape(*one) if one else self.letters["A"]

    def _choose_suits(self):
        rng = self.rng
        if rng.random() < 0.25 and _SUITED:
            while True:
                family = str(rng.choice(_SUITED))
                shapes = {s: text_path(SUIT_CHARACTERS[s], family) for s in SUITS}
                if all(shapes.values()):
                    break
            self.suits = {s: Shape(*p) for s, p in shapes.items()}
        else:
            self.suits = {s: _OWN_SUITS[s](rng) for s in SUITS}
        black = rng.uniform(0, 0.2, 3) * rng.choice([0.2, 1.0])
        red = np.array([rng.uniform(0.7, 1.0), rng.uniform(0, 0.22), rng.uniform(0, 0.25)])
        self.colours = {"S": black, "C": black, "H": red, "D": red}
        blue = np.array([rng.uniform(0, 0.3), rng.uniform(0.15, 0.5), rng.uniform(0.45, 1)])
        green = np.array([rng.uniform(0, 0.2), rng.uniform(0.3, 0.6), rng.uniform(0.05, 0.3)])
        yellow = np.array([rng.uniform(0.65, 0.95), rng.uniform(0.45, 0.65), rng.uniform(0, 0.25)])
        if rng.random() < 0.16:  # four colours, in the ways that are printed
            kind = rng.integers(4)
            self.colours["D"] = [blue, yellow, yellow, blue][kind]
            self.colours["C"] = [green, green, black, black][kind]
            self.colours["S"] = [black, blue, green, black][kind]
        self.letters_black = rng.random() < 0.03
        self.outlined = rng.random() < 0.05  # letters and suits with a line of another colour around them

    def _choose_index(self):
        rng = self.rng
        kind = rng.choice(["standard", "large", "jumbo"], p=[0.55, 0.27, 0.18])
        low, high = {"standard": (0.075, 0.115), "large": (0.11, 0.155), "jumbo": (0.16, 0.25)}[kind]
        self.rank_height = rng.uniform(low, high)
        # Most decks print a narrow rank; 10 is narrower still.
        self.rank_width = rng.choice([rng.uniform(0.42, 0.7), rng.uniform(0.7, 1.0)], p=[0.6, 0.4]) * self.rank_height
        self.ten_width = min(self.rank_width * rng.uniform(1.1, 1.9), self.aspect * 0.36)
        self.ten_gap = rng.uniform(0.0, 0.16)
        self.suit_height = self.rank_height * rng.uniform(0.45, 0.95 if kind != "jumbo" else 1.1)
        if rng.random() < 0.06:  # a small rank over a suit as large
            self.suit_height = self.rank_height * rng.uniform(0.95, 1.4)
        self.suit_stretch = rng.uniform(0.85, 1.1)
        self.gap = rng.uniform(0.012, 0.03) if rng.random() < 0.8 else rng.uniform(0.002, 0.045)
        self.margin_x = rng.uniform(0.018, 0.045) if rng.random() < 0.8 else rng.uniform(0.008, 0.07)
        self.margin_y = rng.uniform(0.022, 0.06)
        self.corners = 4 if rng.random() < 0.16 else 2
        self.aligned_left = rng.random() < 0.12
        self.beside = rng.random() < 0.04
        self.both_ends, self.apart, self.suit_corner = True, rng.random() < 0.13, None
        if self.apart:
            self._take_apart()
        elif self.corners == 2 and rng.random() < 0.07:  # the other corners show the suit alone
            self.suit_corner = "right"

    def _take_apart(self):
        """The rank stands alone in its corner, the suit in another one, or only on the face."""
        rng = self.rng
        self.corners, self.beside = 2, False
        self.rank_height = rng.uniform(0.105, 0.21)
        self.rank_width = rng.uniform(0.5, 0.95) * self.rank_height
        self.ten_width = min(self.rank_width * rng.uniform(1.2, 1.9), self.aspect * 0.4)
        self.suit_height = self.rank_height * rng.uniform(0.6, 1.15)
        self.margin_x, self.margin_y = rng.uniform(0.02, 0.07), rng.uniform(0.025, 0.07)
        self.suit_corner = rng.choice(["right", "below", ""], p=[0.7, 0.12, 0.18])
        self.both_ends = rng.random() < 0.55

    def _choose_paper(self):
        rng = self.rng
        base = rng.uniform(0.88, 1.0)
        self.paper = np.array([base, base * rng.uniform(0.95, 1), base * rng.uniform(0.84, 1.0)])
        self.radius = rng.uniform(0.02, 0.06)
        self.edge = rng.uniform(0.4, 0.85) if rng.random() < 0.5 else None
        self.frame = rng.random() < 0.05
        self.dark = rng.random() < 0.02
        if self.dark:
            self.paper = rng.uniform(0.02, 0.15, 3)
            self.colours["S"] = self.colours["C"] = np.array([0.85, 0.85, 0.88])

    @property
    def rare(self):
        """Rank and suit apart, letters of few decks, or printed in coarse dots."""
        return self.apart or self.coarse is not None or self.language in ("italian", "russian")

    @property
    def index_height(self):
        """Of what is labelled as an index."""
        return self.rank_height if self.apart else self.rank_height + self.gap + self.suit_height

    def glyphs(self):
        numbers = ["T"] + NUMBERS[1:] if self.language == "russian" else NUMBERS
        return numbers + COURTS[self.language]


# Pips of the number cards: columns -1, 0, 1 and rows 0 (top) to 1 (bottom).
_SIDE = {4: (0, 1), 5: (0, 1), 6: (0, .5, 1), 7: (0, .5, 1), 8: (0, .5, 1), 9: (0, 1 / 3, 2 / 3, 1),
         10: (0, 1 / 3, 2 / 3, 1)}
_MIDDLE = {2: (0, 1), 3: (0, .5, 1), 5: (.5,), 7: (.25,), 8: (.25, .75), 9: (.5,), 10: (1 / 6, 5 / 6)}


def pip_places(count):
    return [(x, y) for y in _SIDE.get(count, ()) for x in (-1, 1)] + [(0, y) for y in _MIDDLE.get(count, ())]


class _Painter:
    """One face on its canvas, in pixels."""

    def __init__(self, style, rng):
        self.style, self.rng = style, rng
        self.h = CARD_HEIGHT
        self.w = int(round(self.h * style.aspect))
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, self.w, self.h)
        self.ctx = cairo.Context(self.surface)

    def outline(self, inset):
        c, r = self.ctx, self.style.radius * self.h
        x0, y0, x1, y1 = inset, inset, self.w - inset, self.h - inset
        c.new_path()
        c.arc(x1 - r, y0 + r, r, -math.pi / 2, 0)
        c.arc(x1 - r, y1 - r, r, 0, math.pi / 2)
        c.arc(x0 + r, y1 - r, r, math.pi / 2, math.pi)
        c.arc(x0 + r, y0 + r, r, math.pi, 1.5 * math.pi)
        c.close_path()

    def paper(self):
        self.outline(0.5)
        self.ctx.set_source_rgb(*self.style.paper)
        self.ctx.fill_preserve()
        if self.style.edge is not None:
            self.ctx.set_source_rgb(*[self.style.edge] * 3)
            self.ctx.set_line_width(1.5)
            self.ctx.stroke()
        if self.style.frame:
            self.outline(0.012 * self.h)
            self.ctx.set_source_rgb(*self.style.court_palette[0])
            self.ctx.set_line_width(2)
            self.ctx.stroke()

    def colour(self, suit):
        self.ctx.set_source_rgb(*self.style.colours[suit])

    def suit(self, suit, cx, cy, height, upside_down=False):
        shape = self.style.suits[suit]
        width = height * min(shape.aspect, 1.25) * self.style.suit_stretch
        self.colour(suit)
        shape.fill(self.ctx, cx - width / 2, cy - height / 2, width, height, upside_down)

    def rank_width(self, glyph):
        s = self.style
        if glyph == "10":
            return s.ten_width * self.h
        narrow = {"J": 0.8, "A": 1.08, "Q": 1.1, "4": 1.05}.get(glyph, 1.0)
        return s.rank_width * narrow * self.h

    def index(self, glyph, suit, mirrored):
        """Draws the index at the top left (or right) and returns its box (x0, y0, x1, y1)."""
        s, h = self.style, self.h
        column = max(s.rank_width * 1.1, s.suit_height * 0.85, s.rank_width) * h
        rank_w, rank_h = self.rank_width(glyph), s.rank_height * h
        suit_h = s.suit_height * h
        suit_w = suit_h * min(s.suits[suit].aspect, 1.25) * s.suit_stretch
        x, y = s.margin_x * h, s.margin_y * h
        centre = x + max(column, suit_w) / 2
        rank_x = x if s.aligned_left else max(centre - rank_w / 2, 0.008 * h)
        if mirrored:
            centre = self.w - centre
            rank_x = self.w - rank_x - rank_w
        self.colour(suit)
        if s.letters_black:
            self.ctx.set_source_rgb(*s.colours["S"])
        s.letters[glyph].fill(self.ctx, rank_x, y, rank_w, rank_h)
        if s.outlined:
            s.letters[glyph].rim(self.ctx, rank_x, y, rank_w, rank_h, s.court_palette[1])
            self.colour(suit)
        if s.apart:
            return rank_x, y, rank_x + rank_w, y + rank_h
        if s.beside and not mirrored:
            suit_x, suit_y = rank_x + rank_w + s.gap * h, y + (rank_h - suit_h) / 2
        else:
            suit_x, suit_y = centre - suit_w / 2, y + rank_h + s.gap * h
        s.suits[suit].fill(self.ctx, suit_x, suit_y, suit_w, suit_h)
        x0, x1 = min(rank_x, suit_x), max(rank_x + rank_w, suit_x + suit_w)
        return x0, min(y, suit_y), x1, max(y + rank_h, suit_y + suit_h)

    def upside_down(self):
        self.ctx.translate(self.w, self.h)
        self.ctx.rotate(math.pi)

    def suit_alone(self, suit):
        """The suit in a corner that has no rank."""
        s, h = self.style, self.h
        tall = s.suit_height * h * (1 if s.apart else 0.6)
        wide = tall * s.suits[suit].aspect
        x, y = s.margin_x * h, s.margin_y * h
        right = s.suit_corner == "right"
        self.suit(suit, self.w - x - wide / 2 if right else x + wide / 2, y + tall / 2 if right else self.h - y - tall / 2, tall)

    def indices(self, glyph, suit):
        """Draws all of them; returns (box, half turn?) with boxes as seen from their own top."""
        boxes = []
        for turned in (False, True) if self.style.both_ends else (False,):
            self.ctx.save()
            if turned:
                self.upside_down()
            boxes.append((self.index(glyph, suit, False), turned))
            if self.style.suit_corner:
                self.suit_alone(suit)
            if self.style.corners == 4:
                boxes.append((self.index(glyph, suit, True), turned))
            self.ctx.restore()
        return boxes

    def inner(self):
        """The middle of the card between the index columns: x0, y0, x1, y1."""
        s, h = self.style, self.h
        x = min((s.margin_x + max(s.rank_width, s.suit_height * 0.9)) * h * self.rng.uniform(0.98, 1.2), self.w * 0.4)
        return x, 0.1 * h, self.w - x, 0.9 * h

    def numbers(self, glyph, suit):
        s, count = self.style, NUMBERS.index(glyph) + 1 if glyph in NUMBERS else 1
        if s.number_face == "empty" and count > 1:
            return
        if s.number_face == "huge":
            self.huge(suit)
            return
        if count == 1 or s.number_face == "one":
            self.suit(suit, self.w / 2, self.h / 2, self.h * self.rng.uniform(0.16, 0.4))
            if suit == "S" and count == 1 and self.rng.random() < 0.5:
                self.scribble()
            return
        x0, y0, x1, y1 = self.inner()
        size = 0.15 * self.h * s.pip_scale
        x0, x1, y0, y1 = x0 + size * 0.45, x1 - size * 0.45, y0 + size * 0.3, y1 - size * 0.3
        for column, row in pip_places(count):
            cx = (x0 + x1) / 2 + column * (x1 - x0) / 2
            self.suit(suit, cx, y0 + row * (y1 - y0), size, row > 0.5)

    def huge(self, suit):
        """One pip that the card's edge cuts off."""
        self.outline(1)
        self.ctx.save()
        self.ctx.clip()
        self.suit(suit, self.w * self.rng.uniform(0.4, 0.7), self.h * self.rng.uniform(0.6, 0.85), self.w * self.rng.uniform(0.7, 1.1))
        self.ctx.restore()

    def scribble(self):
        """Small print and ornaments around an ace of spades."""
        c, rng = self.ctx, self.rng
        self.colour("S")
        for _ in range(int(rng.integers(4, 14))):
            c.set_line_width(rng.uniform(1, 3))
            x, y = self.w * rng.uniform(.3, .7), self.h * rng.uniform(.25, .75)
            c.arc(x, y, rng.uniform(3, 25), rng.uniform(0, 3), rng.uniform(3, 6.3))
            c.stroke()

    def court(self, glyph, suit):
        s = self.style
        x0, y0, x1, y1 = self.inner()
        if not s.court_frame:
            x0, x1 = x0 * self.rng.uniform(0.5, 0.9), self.w - x0 * self.rng.uniform(0.5, 0.9)
            y0, y1 = self.h * 0.06, self.h * 0.94
        design = [s.court_seed, GLYPHS.index(glyph), SUITS.index(suit)]
        if not s.both_ends:  # one figure that stands in the card
            self.ctx.save()
            self.ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
            self.ctx.clip()
            _figure(self.ctx, np.random.default_rng(design), s.court_palette, (x0, y0 + 0.18 * self.h, x1, 2 * y1 - y0))
            self.ctx.restore()
            if not s.suit_corner:
                self.suit(suit, x0 + 0.1 * self.h, y1 - 0.1 * self.h, 0.15 * self.h)
            return
        for turned in (False, True):
            self.ctx.save()
            if turned:
                self.upside_down()
            self.ctx.rectangle(x0, y0, x1 - x0, (y1 - y0) / 2)
            self.ctx.clip()
            drawing = np.random.default_rng(design)
            if s.court_dense:
                _tapestry(self.ctx, drawing, s.court_palette, (x0, y0, x1, (y0 + y1) / 2))
            _figure(self.ctx, drawing, s.court_palette, (x0, y0, x1, y1))
            self.ctx.restore()
            self.ctx.save()
            if turned:
                self.upside_down()
            pip = self.h * 0.11 * s.pip_scale
            self.suit(suit, x0 + pip * 0.6, y0 + pip * 0.7, pip)
            self.ctx.restore()
        if s.court_frame:
            self.ctx.set_source_rgb(*s.court_palette[2])
            self.ctx.set_line_width(1.5)
            self.ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
            self.ctx.stroke()

    def pixels(self):
        """BGR and alpha, 8 bit."""
        self.surface.flush()
        data = np.ndarray((self.h, self.w, 4), np.uint8, self.surface.get_data(),
                          strides=(self.surface.get_stride(), 4, 1))
        if self.style.coarse is None:
            return data.copy()
        dots = cv2.resize(data, (round(self.style.coarse * self.style.aspect), self.style.coarse), interpolation=cv2.INTER_AREA)
        return cv2.resize(dots, (self.w, self.h), interpolation=cv2.INTER_NEAREST)


def _figure(c, rng, palette, box):
    """The upper half of a king, queen or jack of our own: a robe in patches, a head, something on it."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, (y1 - y0) / 2
    cx, top = x0 + w * rng.uniform(0.42, 0.58), y0 + h * rng.uniform(0.05, 0.2)
    head = w * rng.uniform(0.1, 0.17)
    neck = top + head * 2.4
    c.set_source_rgb(*palette[int(rng.integers(6))])
    c.move_to(cx - head * 0.7, neck - head * 0.4)
    c.line_to(x0 + w * rng.uniform(-0.1, 0.15), neck + h * rng.uniform(0.1, 0.3))
    c.line_to(x0, y0 + h)
    c.line_to(x1, y0 + h)
    c.line_to(x1 - w * rng.uniform(-0.1, 0.15), neck + h * rng.uniform(0.1, 0.3))
    c.line_to(cx + head * 0.7, neck - head * 0.4)
    c.close_path()
    c.fill_preserve()
    c.save()
    c.clip()
    _patches(c, rng, palette, (x0, neck - head, x1, y0 + h))
    c.restore()
    c.set_source_rgb(*palette[int(rng.integers(6))])
    c.arc(cx, top + head * 1.3, head * 1.35, 0, 2 * math.pi)
    c.fill()
    c.set_source_rgb(0.98, rng.uniform(0.82, 0.95), rng.uniform(0.7, 0.9))
    c.save()
    c.translate(cx, top + head * 1.45)
    c.scale(0.85, 1.15)
    c.arc(0, 0, head, 0, 2 * math.pi)
    c.restore()
    c.fill()
    c.set_source_rgb(0.1, 0.1, 0.1)
    for side in (-1, 1):
        c.arc(cx + side * head * 0.35, top + head * 1.3, head * 0.1, 0, 2 * math.pi)
        c.fill()
    c.set_line_width(1)
    c.move_to(cx - head * 0.3, top + head * 2.0)
    c.line_to(cx + head * 0.3, top + head * 2.0)
    c.stroke()
    c.set_source_rgb(*palette[int(rng.integers(6))])
    c.move_to(cx - head * 1.1, top + head * 0.7)
    points = int(rng.integers(2, 6))
    for k in range(points):
        c.line_to(cx - head * 1.1 + 2.2 * head * (k + 0.5) / points, top - head * rng.uniform(0.3, 0.7))
        c.line_to(cx - head * 1.1 + 2.2 * head * (k + 1) / points, top + head * 0.4)
    c.line_to(cx + head * 1.1, top + head * 0.7)
    c.fill()


def _tapestry(c, rng, palette, box):
    """A dense pattern with thin black lines, as robes and weapons fill the courts of most printed decks."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    slant = rng.uniform(-0.9, 0.9)
    for _ in range(int(rng.integers(3, 7))):  # broad bands of a robe
        c.set_source_rgb(*palette[int(rng.integers(6))])
        x, wide = rng.uniform(x0, x1), rng.uniform(0.06, 0.3) * w
        c.move_to(x, y0), c.line_to(x + wide, y0), c.line_to(x + wide + slant * h, y1), c.line_to(x + slant * h, y1)
        c.close_path()
        c.fill_preserve()
        c.set_source_rgb(0.05, 0.05, 0.08)
        c.set_line_width(rng.uniform(0.6, 1.8))
        c.stroke()
    for _ in range(int(rng.integers(25, 70))):
        x, y, s = rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0.02, 0.12) * w
        c.save()
        c.translate(x, y)
        c.rotate(rng.choice([slant, -slant, 0.0, rng.uniform(0, 3.2)]))
        kind = rng.integers(5)
        if kind == 0:
            c.rectangle(-s * 2.5, -s * 0.3, s * 5, s * 0.6)
        elif kind == 1:
            c.arc(0, 0, s * 0.6, 0, 2 * math.pi)
        elif kind == 2:
            c.move_to(-s, 0), c.line_to(0, -s * 1.4), c.line_to(s, 0), c.line_to(0, s * 1.4)
            c.close_path()
        elif kind == 3:
            c.move_to(-s * 2, s)
            c.curve_to(-s, -s * 2, s, s * 2, s * 2, -s)
            c.line_to(s * 2, s)
            c.close_path()
        else:
            c.arc(0, 0, s, 0.3, 4.0)
        c.set_source_rgb(*palette[int(rng.integers(6))])
        c.fill_preserve()
        if rng.random() < 0.6:
            c.set_source_rgb(0.05, 0.05, 0.08)
            c.set_line_width(rng.uniform(0.5, 1.5))
            c.stroke()
        c.new_path()
        c.restore()


def _patches(c, rng, palette, box):
    """Stripes, dots and lozenges in the palette's colours."""
    x0, y0, x1, y1 = box
    for _ in range(int(rng.integers(8, 22))):
        c.set_source_rgb(*palette[int(rng.integers(6))])
        x, y, s = rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0.05, 0.3) * (x1 - x0)
        c.save()
        c.translate(x, y)
        c.rotate(rng.uniform(0, 3.2))
        kind = rng.integers(4)
        if kind == 0:
            c.rectangle(-s, -s * 0.12, 2 * s, s * 0.24)
            c.fill()
        elif kind == 1:
            for k in range(5):
                c.arc((k - 2) * s * 0.3, 0, s * 0.1, 0, 2 * math.pi)
                c.fill()
        elif kind == 2:
            c.rectangle(-s * 0.4, -s * 0.4, s * 0.8, s * 0.8)
            c.fill()
        else:
            c.set_line_width(2)
            for k in range(4):
                c.move_to(-s, (k - 2) * s * 0.15)
                c.line_to(s, (k - 2) * s * 0.15)
                c.stroke()
        c.restore()


class Card:
    """A drawn face: premultiplied BGRA pixels, and per index its box (from its own top) and whether it is turned."""

    def __init__(self, pixels, glyph, suit, boxes):
        self.pixels, self.glyph, self.suit, self.boxes = pixels, glyph, suit, boxes


def draw_card(style, glyph, suit, rng):
    painter = _Painter(style, rng)
    painter.paper()
    if glyph in NUMBERS + ["T"]:
        painter.numbers(glyph, suit)
    else:
        painter.court(glyph, suit)
    boxes = painter.indices(glyph, suit)
    return Card(painter.pixels(), glyph, suit, boxes)


def draw_joker(style, rng):
    """No index that counts: a word or a star in the corner."""
    painter = _Painter(style, rng)
    painter.paper()
    painter.court("K", "S") if rng.random() < 0.5 else painter.scribble()
    family = str(rng.choice(_LATIN))
    word = Shape(*(text_path("★", "DejaVu Sans") or text_path("O", "DejaVu Sans")))
    letters = [text_path(t, family) for t in "JOKER"]
    for turned in (False, True):
        painter.ctx.save()
        if turned:
            painter.upside_down()
        painter.ctx.set_source_rgb(*style.court_palette[0])
        size = style.rank_height * painter.h * 0.6
        if rng.random() < 0.6 and all(letters):
            for k, letter in enumerate(letters):
                Shape(*letter).fill(painter.ctx, style.margin_x * painter.h, style.margin_y * painter.h + k * size * 1.1,
                                    size * 0.7, size)
        else:
            word.fill(painter.ctx, style.margin_x * painter.h, style.margin_y * painter.h, size * 1.5, size * 1.5)
        painter.ctx.restore()
    return Card(painter.pixels(), None, None, [])


def draw_foreign(rng, kinds=4):
    """A card of another game: a symbol or a number, no French index; the fourth kind is a back."""
    style = Style(rng)
    painter = _Painter(style, rng)
    painter.paper()
    c, w, h = painter.ctx, painter.w, painter.h
    kind = rng.integers(kinds)
    colour = rng.uniform(0, 1, 3)
    c.set_source_rgb(*colour)
    if kind == 0:  # one to three bodies in a row, filled, open or hatched
        count, size = int(rng.integers(1, 4)), h * 0.17
        form = int(rng.integers(3))
        style_of_fill = int(rng.integers(3))
        for k in range(count):
            y = h / 2 + (k - (count - 1) / 2) * size * 1.3
            c.save()
            c.translate(w / 2, y)
            c.scale(w * 0.3, size / 2)
            c.new_path()
            if form == 0:
                c.arc(0, 0, 1, 0, 2 * math.pi)
            elif form == 1:
                c.move_to(-1, 0), c.line_to(0, -1), c.line_to(1, 0), c.line_to(0, 1)
                c.close_path()
            else:
                c.move_to(-1, 0.5)
                c.curve_to(-1, -1.6, 0, -0.6, 0.3, -0.7)
                c.curve_to(0.9, -1, 1, -0.8, 1, -0.4)
                c.curve_to(1, 1.5, 0.1, 0.5, -0.3, 0.7)
                c.close_path()
            c.restore()
            if style_of_fill == 0:
                c.fill()
            elif style_of_fill == 1:
                c.set_line_width(4)
                c.stroke()
            else:
                c.set_line_width(3)
                c.stroke_preserve()
                c.save()
                c.clip()
                c.set_line_width(1.2)
                for x in np.arange(0, w, 5):
                    c.move_to(x, 0), c.line_to(x, h)
                c.stroke()
                c.restore()
    elif kind == 1:  # a coloured face with a number and small numbers in the corners
        painter.outline(0.03 * h)
        c.fill()
        glyph = style.letters[str(rng.choice(NUMBERS))]
        c.set_source_rgb(1, 1, 1)
        glyph.fill(c, w * 0.3, h * 0.3, w * 0.4, h * 0.4)
        for turned in (False, True):
            c.save()
            if turned:
                painter.upside_down()
            glyph.fill(c, w * 0.08, h * 0.05, style.rank_width * h, style.rank_height * h)
            c.restore()
    elif kind == 2:  # numbers in the corners over something that is no suit
        glyph = style.letters[str(rng.choice(GLYPHS))]
        for turned in (False, True):
            c.save()
            if turned:
                painter.upside_down()
            c.set_source_rgb(*colour)
            glyph.fill(c, w * 0.06, h * 0.05, style.rank_width * h, style.rank_height * h)
            if rng.random() < 0.7:
                c.set_source_rgb(*colour)
                y = (0.05 + style.rank_height) * h * 1.1
                size = style.suit_height * h
                pick = rng.integers(3)
                if pick == 0:
                    c.rectangle(w * 0.06, y, size * 0.8, size * 0.8)
                elif pick == 1:
                    c.arc(w * 0.06 + size * 0.4, y + size * 0.4, size * 0.4, 0, 6.3)
                else:
                    c.move_to(w * 0.06, y + size), c.line_to(w * 0.06 + size * 0.5, y), c.line_to(w * 0.06 + size, y + size)
                    c.close_path()
                c.fill()
            c.restore()
        _patches(c, rng, style.court_palette, (w * 0.25, h * 0.2, w * 0.75, h * 0.8))
    else:  # a back: a lattice in a frame
        painter.outline(0.04 * h)
        c.fill_preserve()
        c.save()
        c.clip()
        c.set_source_rgb(*style.paper)
        c.set_line_width(rng.uniform(1, 4))
        step = rng.uniform(8, 30)
        for k in np.arange(-h, w + h, step):
            c.move_to(k, 0), c.line_to(k + h, h), c.move_to(k + h, 0), c.line_to(k, h)
        c.stroke()
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(3, 15))):
                c.arc(rng.uniform(0, w), rng.uniform(0, h), rng.uniform(5, 40), 0, 6.3)
                c.fill() if rng.random() < 0.5 else c.stroke()
        c.restore()
    return Card(painter.pixels(), None, None, [])
