"""The four small networks of the card reader, and how pictures are cut for them.

Only operations that OpenCV 4.6 reads back exactly (convolution, batch norm, ReLU, nearest upsampling, addition,
flatten, linear, sigmoid). Input: BGR, 0 to 1.
"""
import cv2
import numpy as np
import torch
from torch import nn

import faces

STRIDE = 8
# The reader's crop: its side in index sizes, and in pixels.
READER_SPAN, READER_SIDE = 1.6, 48
# The outline's crop: index sizes from the index's middle to the left edge and to the top, its side, and in pixels.
OUTLINE_LEFT, OUTLINE_TOP, OUTLINE_SPAN, OUTLINE_SIDE = 5.0, 2.5, 10.0, 64
# The whole card as the face network sees it, pixels, and how much of its sides is seen beyond it.
FACE_WIDTH, FACE_HEIGHT, FACE_AROUND = 80, 112, 0.08
GLYPHS, SUITS = len(faces.GLYPHS), len(faces.SUITS)
# Typical corners of a card from its index's middle, in index sizes; the network learns what differs.
OUTLINE_MEAN = [-0.45, -0.75, 3.0, -0.75, 3.0, 4.2, -0.45, 4.2]


def block(inside, outside, step=1):
    return nn.Sequential(nn.Conv2d(inside, outside, 3, step, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


class Residual(nn.Module):
    """Adds to its input what a convolution makes of it; nothing at first, so that a trained network can be deepened."""

    def __init__(self, width):
        super().__init__()
        self.more = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        nn.init.zeros_(self.more[1].weight)

    def forward(self, x):
        return torch.relu(x + self.more(x))


class Detector(nn.Module):
    """Heat (1) and geometry (5: offset x, y in cells; up x, y; log of the size in cells) at stride 8."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(block(3, 12, 2), block(12, 24, 2), block(24, 40, 2), block(40, 40))
        self.coarse = nn.Sequential(block(40, 64, 2), block(64, 64), block(64, 64), nn.Conv2d(64, 40, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join = nn.Sequential(block(40, 48), block(48, 48))
        self.heat, self.geometry = nn.Conv2d(48, 1, 1), nn.Conv2d(48, 5, 1)
        nn.init.constant_(self.heat.bias, -4)

    def forward(self, x):
        fine = self.fine(x)
        joined = self.join(fine + self.up(self.coarse(fine)))
        return torch.sigmoid(self.heat(joined)), self.geometry(joined)


class Reader(nn.Module):
    """Logits: glyphs and "no index", then suits and "no index". Then what the crop should have been: how far the index's
    middle lies right of and below the crop's, in index sizes, how far it is turned clockwise, rad, and the log of how much
    larger it is; read again there."""

    def __init__(self):
        super().__init__()
        # Straight to half the side: a full-size layer would cost a third more time.
        stem = nn.Sequential(nn.Conv2d(3, 32, 4, 2, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())
        self.body = nn.Sequential(stem, block(32, 40), block(40, 64, 2), block(64, 64), block(64, 96, 2), block(96, 32),
                                  nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 36, GLYPHS + SUITS + 2 + 4))
        self.fine, self.coarse = Residual(64), Residual(96)
        self.finer, self.coarser = Residual(64), Residual(96)  # added later: names of layers that there were stay
        self.first, self.finest, self.coarsest = Residual(40), Residual(64), Residual(96)  # and these after them

    def forward(self, x):
        fine = self.finest(self.finer(self.fine(self.body[2:4](self.first(self.body[:2](x))))))
        return self.body[5:](self.coarsest(self.coarser(self.coarse(self.body[4](fine)))))


class Outline(nn.Module):
    """The card's corners, clockwise from the top left as the index is read, in index sizes from the index's middle."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 32), block(32, 64, 2), block(64, 64),
                                  block(64, 64, 2), nn.Flatten(), nn.Linear(64 * 16, 96), nn.ReLU(), nn.Linear(96, 8))

    def forward(self, x):
        return self.body(x)


class Face(nn.Module):
    """Logits of glyphs, then of suits, from a whole card, upright as its index is read: pips and court pictures tell what
    an index leaves in doubt. Of a card that is covered it tells little."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 24, 2), block(24, 24), block(24, 48, 2), block(48, 48), Residual(48),
                                  block(48, 80, 2), block(80, 80), block(80, 32, 2), nn.Flatten(), nn.Dropout(0.2),
                                  nn.Linear(32 * 35, GLYPHS + SUITS))

    def forward(self, x):
        return self.body(x)


def face_crop(picture, corners):
    """The card with these corners (from the top left as its index is read) drawn upright; gray where the picture ends."""
    corners = np.asarray(corners, np.float32)
    longest = max(np.linalg.norm(corners[0] - corners[3]), np.linalg.norm(corners[1] - corners[2]))
    while longest > 2 * FACE_HEIGHT and min(picture.shape[:2]) > 4:
        picture, corners, longest = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), corners / 2, longest / 2
    share = FACE_AROUND / (1 + 2 * FACE_AROUND)
    x0, y0 = FACE_WIDTH * share - 0.5, FACE_HEIGHT * share - 0.5
    x1, y1 = FACE_WIDTH - 1 - x0, FACE_HEIGHT - 1 - y0
    there = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners - 0.5, there), (FACE_WIDTH, FACE_HEIGHT),
                               flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(114, 114, 114))


def crop(picture, at, up, size, left, top, span, side):
    """The square patch around an index, turned so that the index is upright; gray where the picture ends."""
    at, size = np.asarray(at, float), float(size)
    while side / (span * size) < 0.5:  # averaged before it is sampled, or thin strokes would be lost
        picture, at, size = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), at / 2, size / 2
    scale = side / (span * size)
    right = np.array([-up[1], up[0]])
    turn = np.array([right, -np.asarray(up)]) * scale
    shift = np.array([left, top]) * size * scale - 0.5 - turn @ (at - 0.5)
    return cv2.warpAffine(picture, np.c_[turn, shift], (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                          borderValue=(114, 114, 114))


def reader_crop(picture, at, up, size):
    half = READER_SPAN / 2
    return crop(picture, at, up, size, half, half, READER_SPAN, READER_SIDE)


def outline_crop(picture, at, up, size):
    return crop(picture, at, up, size, OUTLINE_LEFT, OUTLINE_TOP, OUTLINE_SPAN, OUTLINE_SIDE)


def tensor(pictures):
    """A batch, planes first in name and last in memory: that is faster on these processors."""
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255
