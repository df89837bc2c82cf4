"""The card spotter: a small network that tells of each place of a table, seen straight from above, whether a card lies there
and where that card's middle is. Only operations that `vision/read/cards/conv_network` knows.
"""
import torch
from torch import nn

STRIDE = 4   # pixels: the network speaks of squares so large
CARD = 72.0  # pixels: square root of a card's area in what it sees
# A card's middle is told in so many pixels from the square's middle, so that numbers are about 1.
OFFSET = 24.0


def block(inside, outside, step=1):
    return nn.Sequential(nn.Conv2d(inside, outside, 3, step, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.more = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return torch.relu(x + self.more(x))


class Spotter(nn.Module):
    """`card`: 0 to 1. `place` (4): to the middle of the card, right and down, in OFFSET; cosine and sine of twice its turn."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, 2), block(16, 32, 2), Residual(32))
        self.middle = nn.Sequential(block(32, 48, 2), Residual(48))
        self.coarse = nn.Sequential(block(48, 80, 2), Residual(80), Residual(80), Residual(80))
        self.narrow, self.narrower = nn.Conv2d(80, 48, 1), nn.Conv2d(48, 32, 1)
        self.up, self.up2 = nn.Upsample(scale_factor=2, mode="nearest"), nn.Upsample(scale_factor=2, mode="nearest")
        self.join, self.last = nn.Sequential(block(48, 48), Residual(48)), nn.Sequential(block(32, 32), block(32, 32))
        self.card, self.place = nn.Conv2d(32, 1, 1), nn.Conv2d(32, 4, 1)

    def forward(self, x):
        fine = self.fine(x)
        middle = self.middle(fine)
        middle = self.join(middle + self.up(self.narrow(self.coarse(middle))))
        fine = self.last(fine + self.up2(self.narrower(middle)))
        return torch.sigmoid(self.card(fine)), self.place(fine)
