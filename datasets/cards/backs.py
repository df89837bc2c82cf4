#!/usr/bin/python3
"""Trains the network that tells a face-down card from anything else with four corners.

usage: backs.py train --work DIR [--count N] [--epochs N]     draws DIR/backs.npz, trains, keeps DIR/back.pt
       backs.py export --work DIR --out DIR                   writes card_back.onnx
       backs.py sheet FILE [--seed S]                         120 samples to look at, backs in the upper half

A sample is what lies in a quadrangle with a little around it, drawn upright, long side vertical: backs of our own, and
faces, other games' cards, jokers, print, table, parts of cards, two cards taken for one.
"""
import argparse
import os

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import back_art
import faces
import nets
import ranges
import scenes
import train

# Drawn pixels of a sample, and how far it reaches beyond the quadrangle, in shares of the sides.
WIDTH, HEIGHT, AROUND = 40, 56, 0.08


class Back(nn.Module):
    """Logits: nothing, back."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nets.block(3, 16, 2), nets.block(16, 24), nets.block(24, 32, 2), nets.block(32, 32), nets.block(32, 48, 2),
                                  nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * 35, 2))

    def forward(self, x):
        return self.body(x)


def sample(picture, quad):
    """The quadrangle (corners clockwise from the top left, long side vertical) and a little around it, drawn upright."""
    x, y = WIDTH * AROUND / (1 + 2 * AROUND), HEIGHT * AROUND / (1 + 2 * AROUND)
    there = np.array([[x, y], [WIDTH - x, y], [WIDTH - x, HEIGHT - y], [x, HEIGHT - y]], np.float32) - 0.5
    side = max(np.linalg.norm(quad[0] - quad[3]), 1)
    while side > 2 * HEIGHT:
        picture, quad, side = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), quad / 2, side / 2
    view = cv2.getPerspectiveTransform((quad - 0.5).astype(np.float32), there)
    return cv2.warpPerspective(picture, view, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                               borderValue=(114, 114, 114))


def _inner(quad, x0, y0, x1, y1):
    """A part of a quadrangle."""
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad.astype(np.float32))
    return cv2.perspectiveTransform(np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32), view)[0]


def _others(rng, quads):
    """Quadrangles that are no whole card: halves, parts of one, two as one, anywhere."""
    q = quads[int(rng.integers(len(quads)))]
    kind = rng.integers(4)
    if kind == 0:
        return _inner(q, 0, 0, 1, rng.uniform(0.4, 0.75))
    if kind == 1:
        x, y = rng.uniform(0.05, 0.4, 2)
        return _inner(q, x, y, 1 - x * rng.uniform(0.3, 1), 1 - y * rng.uniform(0.3, 1))
    if kind == 2:
        return _inner(q, 0, 0, rng.uniform(1.2, 2), rng.uniform(1, 1.4))
    return q * rng.uniform(0.7, 1.4) + rng.normal(0, 60, 2)


def _picture(rng, decks):
    """One picture with samples: (quadrangle, 1 for a back)."""
    s = 320
    picture, owner = scenes.background(rng, s), np.zeros((s, s), np.int16)
    if rng.random() < 0.4:
        picture = scenes._printed(rng, picture).astype(np.float32) if rng.random() < 0.4 else scenes.clutter(rng, picture)
    length, camera, back = np.exp(rng.uniform(np.log(45), np.log(200))), scenes.Camera(rng, s), back_art.draw_back(rng)
    shadow = np.array([*rng.normal(0, 3, 2), rng.uniform(1, 5), rng.uniform(0.1, 0.6)]) if rng.random() < 0.6 else None
    laid = []
    for at, angle in scenes._scatter(rng, int(rng.integers(2, 7)), length):
        deck = decks[int(rng.integers(len(decks)))]
        kind = rng.choice(3, p=[0.45, 0.3, 0.25])
        card = back if kind == 0 else (deck.foreign[int(rng.integers(2))] if kind == 1 else deck.cards[int(rng.integers(len(deck.cards)))])
        card.shade = np.float32(rng.uniform(0.82, 1))
        half = np.array([length * card.pixels.shape[1] / card.pixels.shape[0], length]) / 2
        c, sn = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        quad = camera.project(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, sn], [-sn, c]]) + at * 1.3)
        laid.append((quad, kind == 0))
        scenes.lay(card, quad, picture, owner, len(laid), rng, shadow)
    picture = scenes.sensor(rng, scenes.light(rng, picture).astype(np.float32))
    seen = [scenes.seen_share(quad, number, owner) for number, (quad, _) in enumerate(laid, 1)]
    samples = [(quad, int(is_back)) for (quad, is_back), share in zip(laid, seen) if not is_back or share > 0.9]
    return picture, samples + [(_others(rng, [q for q, _ in laid]), 0) for _ in range(3)]


def _deck(rng):
    """Faces, and cards of another game that are no backs."""
    deck = scenes.Deck(rng, 4)
    deck.foreign = [faces.draw_foreign(rng, 3) for _ in range(2)]
    for card in deck.foreign:
        card.levels = scenes.smaller_copies(card.pixels)
    return deck


def draw(count, seed):
    rng = np.random.default_rng(seed)
    decks, crops, truth = [_deck(rng) for _ in range(8)], [], []
    while len(crops) < count:
        if rng.random() < 0.3:
            decks[int(rng.integers(8))] = _deck(rng)
        picture, samples = _picture(rng, decks)
        for quad, is_back in samples:
            side = np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1)
            if side.min() < 12 or quad.min() < -12 or quad.max() > 332:
                continue
            quad = np.roll(quad, int(rng.choice([0, 2])), 0) + rng.normal(0, 0.012 * side.max(), (4, 2))
            crops.append(sample(picture, quad.astype(np.float32)))
            truth.append(is_back)
    return np.stack(crops), np.array(truth)


def learn(options):
    file, path = os.path.join(options.work, "backs.npz"), os.path.join(options.work, "back.pt")
    if not os.path.exists(file):
        crops, truth = draw(options.count, options.seed)
        np.savez(file, crops=crops, truth=truth)
    kept = np.load(file)
    crops, truth = kept["crops"], torch.from_numpy(kept["truth"])
    net, held, batch = Back(), len(crops) // 8, 64
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    steps = (len(crops) - held) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=options.epochs * steps + 1)
    for epoch in range(options.epochs):
        rng, total = np.random.default_rng(epoch), 0.0
        order = held + rng.permutation(len(crops) - held)
        net.train()
        for b in range(steps):
            chosen = order[b * batch:(b + 1) * batch]
            pictures = train.seen_otherwise(nets.tensor([crops[i] if rng.random() < 0.5 else crops[i][::-1, ::-1] for i in chosen]), rng)
            loss = F.cross_entropy(net(pictures), truth[chosen], label_smoothing=0.01)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        net.eval()
        with torch.no_grad():
            sure = torch.cat([net(nets.tensor(list(crops[i:min(i + 256, held)]))) for i in range(0, held, 256)]).softmax(1)[:, 1].numpy()
        backs = truth[:held].numpy() == 1
        train.say(step="back", epoch=epoch + 1, loss=round(total / steps, 4), held=held,
                  **{f"at_{t}": [round(float((sure[backs] > t).mean()), 4), round(float((sure[~backs] > t).mean()), 4)] for t in (0.5, 0.9, 0.98)})
        torch.save(dict(net=net.state_dict()), path)


def export(options):
    net = Back()
    net.load_state_dict(torch.load(os.path.join(options.work, "back.pt"))["net"])
    net.eval()
    file, picture = os.path.join(options.out, "card_back.onnx"), torch.rand(1, 3, HEIGHT, WIDTH)
    torch.onnx.export(net, picture, file, opset_version=11, input_names=["picture"], output_names=["logits"])
    crops = np.load(os.path.join(options.work, "backs.npz"))["crops"]
    ranges.bring_in_range(file, nets.tensor(list(crops[:1500])))
    again = cv2.dnn.readNetFromONNX(file)
    again.setInput(picture.numpy())
    train.say(step="export", net="back", bytes=os.path.getsize(file), off=float(np.abs(again.forward() - net(picture).detach().numpy()).max()))


def sheet(options):
    crops, truth = draw(700, options.seed)
    backs, others = crops[truth == 1][:60], crops[truth == 0][:60]
    rows = [np.hstack(part[k:k + 20]) for part in (backs, others) for k in range(0, 60, 20)]
    cv2.imwrite(options.file, cv2.resize(np.vstack(rows), None, fx=1.6, fy=1.6))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("step", choices=["train", "export", "sheet"])
    arguments.add_argument("file", nargs="?")
    arguments.add_argument("--work")
    arguments.add_argument("--out")
    arguments.add_argument("--count", type=int, default=20000)
    arguments.add_argument("--epochs", type=int, default=14)
    arguments.add_argument("--seed", type=int, default=301)
    arguments.add_argument("--threads", type=int, default=2)
    options = arguments.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    {"train": learn, "export": export, "sheet": sheet}[options.step](options)


if __name__ == "__main__":
    main()
