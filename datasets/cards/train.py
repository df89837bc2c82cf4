#!/usr/bin/python3
"""Trains the card reader's networks on drawn pictures (scenes.py). Each step keeps a checkpoint and goes on from it.

usage: train.py STEP --data DIR[,DIR…] --work DIR [--epochs N] [--out DIR]

Steps in their order: detector, mine, reader, outline, face, calibrate, calibrate_face, export. `restore` goes before them to
learn on from the files in `--out`, `mix` after them to go part of the way only. `--data` are folders that scenes.py wrote.
Without mined negatives the reader trains on others only.
"""
import argparse
import json
import os
import queue
import threading
import time

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import nets
import ranges
import scenes

SEEN_WELL, SEEN_HARDLY = 0.8, 0.3  # shares of an index: surely to be found, surely not
WINDOW = 192                       # pixels: the part of a picture that the detector is shown in training
LEAST = 9.0                        # pixels: smaller indices may be found or not
LEAST_CONTRAST = 40                # grey levels between ink and paper: fainter indices are not for reading


class Drawn:
    """Pictures and labels of several folders as one."""

    def __init__(self, folders):
        self.parts = [np.load(os.path.join(f, "images.npy"), mmap_mode="r") for f in folders]
        self.labels, self.where = [], []
        for part, folder in zip(self.parts, folders):
            rows = np.load(os.path.join(folder, "labels.npz"))["labels"]
            order = np.searchsorted(rows[:, 0], np.arange(len(part) + 1))
            for k in range(len(part)):
                self.where.append((part, k))
                self.labels.append(rows[order[k]:order[k + 1]])

    def __len__(self):
        return len(self.where)

    def picture(self, k):
        part, i = self.where[k]
        return part[i]


def quarter_turns(picture, rows, turns):
    """Turns picture and labels by quarters; nothing is mirrored, letters would not be letters."""
    rows = rows.copy()
    side = picture.shape[0]
    for _ in range(turns):
        for c in [3] + list(range(9, 17, 2)):
            rows[:, c], rows[:, c + 1] = rows[:, c + 1].copy(), side - rows[:, c]
        rows[:, 5], rows[:, 6] = rows[:, 6].copy(), -rows[:, 5]
    return np.rot90(picture, turns), rows


def window(picture, rows, rng):
    """A part of the picture around one of its indices: empty table teaches little and costs as much."""
    side = picture.shape[0]
    if not len(rows):
        middle = rng.uniform(0, side, 2)
    else:
        middle = rows[int(rng.integers(len(rows))), 3:5] + rng.normal(0, WINDOW / 4, 2)
    x, y = (np.clip(middle - WINDOW / 2, 0, side - WINDOW)).astype(int)
    rows = rows.copy()
    rows[:, [3, 9, 11, 13, 15]] -= x
    rows[:, [4, 10, 12, 14, 16]] -= y
    return picture[y:y + WINDOW, x:x + WINDOW], rows


def targets(rows, cells):
    """Heat, geometry, where geometry counts, where heat does not."""
    heat, geometry = np.zeros((cells, cells), np.float32), np.zeros((5, cells, cells), np.float32)
    here, ignored = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    ys, xs = np.mgrid[0:cells, 0:cells]
    for r in rows:
        x, y, size = r[3] / nets.STRIDE, r[4] / nets.STRIDE, r[7] / nets.STRIDE
        cx, cy = int(np.floor(x)), int(np.floor(y))
        if not (0 <= cx < cells and 0 <= cy < cells) or r[8] < SEEN_HARDLY:
            continue
        edge = min(x, y, cells - x, cells - y) < 0.35 * size
        if r[8] < SEEN_WELL or r[7] < LEAST or edge:
            ignored[max(cy - 1, 0):cy + 2, max(cx - 1, 0):cx + 2] = 0
            continue
        # Cells around the middle learn the geometry too: a peak may come out beside it, and it is five times the signal.
        y0, x0, y1, x1 = max(cy - 3, 0), max(cx - 3, 0), cy + 4, cx + 4
        near = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2)[y0:y1, x0:x1] / 2 / 0.9 ** 2).astype(np.float32)
        mine = (near > 0.25) & (near > heat[y0:y1, x0:x1])
        np.maximum(heat[y0:y1, x0:x1], near, out=heat[y0:y1, x0:x1])
        here[y0:y1, x0:x1][mine] = near[mine]
        values = [x - xs[y0:y1, x0:x1], y - ys[y0:y1, x0:x1], r[5], r[6], np.log(size)]
        for place, value in zip(geometry, values):
            place[y0:y1, x0:x1] = np.where(mine, value, place[y0:y1, x0:x1])
    ignored[heat > 0.999] = 1
    return heat, geometry, here, ignored


def detector_batch(drawn, chosen, rng):
    pictures, goals = [], []
    for k in chosen:
        picture, rows = window(drawn.picture(k), drawn.labels[k], rng)
        picture, rows = quarter_turns(picture, rows, int(rng.integers(4)))
        pictures.append(picture)
        goals.append(targets(rows, picture.shape[0] // nets.STRIDE))
    return seen_otherwise(nets.tensor(pictures), rng), [torch.from_numpy(np.stack(g)) for g in zip(*goals)]


def seen_otherwise(pictures, rng):
    """The same pictures in other light: colour cast, exposure, haze and a little noise."""
    many = len(pictures)
    gain = rng.uniform(0.85, 1.12, (many, 3, 1, 1)) * np.exp(rng.normal(0, 0.12, (many, 1, 1, 1)))
    lift = rng.uniform(-0.08, 0.12, (many, 1, 1, 1)) * (rng.random((many, 1, 1, 1)) < 0.4)
    pictures = pictures * torch.from_numpy(gain.astype(np.float32)) + torch.from_numpy(lift.astype(np.float32))
    return pictures.clamp_(0, 1).contiguous(memory_format=torch.channels_last)


def ahead(batches, many=3):
    """The batches, the next ones being made while one is learnt from."""
    ready = queue.Queue(many)

    def make():
        for batch in batches:
            ready.put(batch)
        ready.put(None)
    threading.Thread(target=make, daemon=True).start()
    while (batch := ready.get()) is not None:
        yield batch


def detector_loss(output, goals):
    (heat, geometry), (want, place, here, counts) = output, goals
    heat = heat[:, 0].clamp(1e-5, 1 - 1e-5)
    peak = (want > 0.999).float()
    hit = -((1 - heat) ** 2) * torch.log(heat) * peak
    quiet = -((1 - want) ** 4) * heat ** 2 * torch.log(1 - heat) * (1 - peak)
    found = ((hit + quiet) * counts).sum() / max(1.0, float(peak.sum()))
    weight = torch.tensor([0.5, 0.5, 1.5, 1.5, 1.0])[None, :, None, None]
    placed = ((geometry - place).abs() * here[:, None] * weight).sum() / max(1.0, float(here.sum()))
    return found, placed


class Run:
    """Epochs with a checkpoint after each."""

    def __init__(self, name, net, options, steps_an_epoch, rate):
        self.path, self.net, self.options = os.path.join(options.work, name + ".pt"), net, options
        self.name, self.steps = name, steps_an_epoch
        net.to(memory_format=torch.channels_last)
        rate *= options.rate
        self.optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimiser, rate, total_steps=options.epochs * steps_an_epoch + 1,
                                                            pct_start=0.15)
        self.epoch = 0
        if os.path.exists(self.path):
            kept = torch.load(self.path)
            for name, value in net.state_dict().items():  # layers and outputs that were added since keep their first weights
                old = kept["net"].setdefault(name, value)
                if old.shape != value.shape:
                    kept["net"][name] = torch.cat([old, value[len(old):]])
            net.load_state_dict(kept["net"])
            if kept["epochs"] == options.epochs:
                self.optimiser.load_state_dict(kept["optimiser"])
                self.schedule.load_state_dict(kept["schedule"])
                self.epoch = kept["epoch"]

    def forward(self, pictures):
        """What the network says; in 16-bit numbers where asked for: processors with AMX take half the time."""
        with torch.cpu.amp.autocast(enabled=self.options.short, dtype=torch.bfloat16):
            told = self.net(pictures)
        return tuple(t.float() for t in told) if isinstance(told, tuple) else told.float()

    def step(self, loss):
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.schedule.step()

    def learn(self, seed, many, batch, batch_of, losses_of, figures):
        """The passes that are left. `batch_of(order, rng)` makes pictures and goals of some of the `many` samples,
        `losses_of(told, goals)` names what is summed and made less, `figures()` says how good the network is after a pass."""
        steps, name = self.steps, self.name
        while self.epoch < self.options.epochs:
            rng = np.random.default_rng(seed + self.epoch)
            order, began, sums = rng.permutation(many), time.time(), {}
            self.net.train()
            batches = (batch_of(order[b * batch:(b + 1) * batch], rng) for b in range(steps))
            for b, (pictures, goals) in enumerate(ahead(batches)):
                losses = losses_of(self.forward(pictures), goals)
                self.step(sum(losses.values()))
                for each, loss in losses.items():
                    sums[each] = sums.get(each, 0.0) + loss.item()
                if b % 400 == 399:
                    self.save(".part")
                if b % 100 == 99:
                    say(epoch=self.epoch, batch=b + 1, of=steps, seconds=round(time.time() - began),
                        **{each: round(total / (b + 1), 4) for each, total in sums.items()})
            self.epoch += 1
            self.save()
            self.net.eval()
            say(step=name, epoch=self.epoch, **figures())

    def save(self, ending=""):
        torch.save(dict(net=self.net.state_dict(), optimiser=self.optimiser.state_dict(), schedule=self.schedule.state_dict(),
                        epoch=self.epoch, epochs=self.options.epochs), self.path + ".new")
        os.replace(self.path + ".new", self.path + ending)


def batches_of(many, batch, options):
    """How many batches a pass has."""
    return min(many // batch, options.batches)


KINDS = dict(detector=nets.Detector, reader=nets.Reader, outline=nets.Outline, face=nets.Face)


def trained(name, options):
    """The network as its training has left it so far."""
    net = KINDS[name]()
    net.load_state_dict(torch.load(os.path.join(options.work, name + ".pt"))["net"])
    return net.eval()


def say(**figures):
    print(json.dumps(figures), flush=True)


def train_detector(options):
    drawn, net = Drawn(options.data), nets.Detector()
    batch, held = 32, 200
    many = len(drawn) - held
    run = Run("detector", net, options, batches_of(many, batch, options), 4e-3)

    def losses_of(told, goals):
        found, placed = detector_loss(told, goals)
        return dict(heat=found, geometry=placed)
    run.learn(0, many, batch, lambda some, rng: detector_batch(drawn, some + held, rng), losses_of,
              lambda: detector_figures(net, drawn, range(held)))


def detections(net, pictures, least):
    """Per picture: rows x, y, up x, up y, size, heat."""
    net.eval()
    with torch.no_grad():
        heat, geometry = net(nets.tensor(pictures))
        peaks = (F.max_pool2d(heat, 3, 1, 1) == heat) & (heat > least)
    answers = []
    for k in range(len(pictures)):
        cy, cx = np.nonzero(peaks[k, 0].numpy())
        g = geometry[k, :, cy, cx].numpy()
        norm = np.maximum(np.hypot(g[2], g[3]), 1e-6)
        answers.append(np.c_[(cx + g[0]) * nets.STRIDE, (cy + g[1]) * nets.STRIDE, g[2] / norm, g[3] / norm,
                             np.exp(g[4]) * nets.STRIDE, heat[k, 0, cy, cx].numpy()])
    return answers


def match(found, rows):
    """Which label each detection is: its number, or -1 for nothing there, -2 for one that may be found or not."""
    taken, answer = set(), []
    for f in found[np.argsort(-found[:, 5])] if len(found) else []:
        far = np.hypot(rows[:, 3] - f[0], rows[:, 4] - f[1]) / np.maximum(rows[:, 7], 6) if len(rows) else np.array([9.0])
        k = int(far.argmin())
        if far[k] > 0.4 or (k in taken):
            answer.append((f, -1))
        elif rows[k, 8] < SEEN_WELL or rows[k, 7] < LEAST:
            answer.append((f, -2))
        else:
            taken.add(k)
            answer.append((f, k))
    return answer


def detector_figures(net, drawn, which):
    right = wrong = wanted = 0
    angles, sizes = [], []
    for b in range(0, len(which), 20):
        some = list(which)[b:b + 20]
        for k, found in zip(some, detections(net, [drawn.picture(i) for i in some], 0.3)):
            rows = drawn.labels[k]
            wanted += int(((rows[:, 8] >= SEEN_WELL) & (rows[:, 7] >= LEAST)).sum())
            for f, label in match(found, rows):
                right += label >= 0
                wrong += label == -1
                if label >= 0:
                    angles.append(np.degrees(np.arccos(np.clip(np.dot(f[2:4], rows[label, 5:7]), -1, 1))))
                    sizes.append(abs(np.log(f[4] / rows[label, 7])))
    return dict(recall=round(right / max(wanted, 1), 4), precision=round(right / max(right + wrong, 1), 4), wanted=wanted,
                angle_median=round(float(np.median(angles)), 2) if angles else None,
                angle_p95=round(float(np.percentile(angles, 95)), 1) if angles else None,
                size_error=round(float(np.median(sizes)), 3) if sizes else None)


def mine(options):
    """What the detector takes for an index and is none: the reader's negatives."""
    drawn, net, kept = Drawn(options.data), trained("detector", options), []
    for b in range(0, len(drawn), 60):  # every third picture gives as many as are used
        some = list(range(b, min(b + 60, len(drawn)), 3))
        for k, found in zip(some, detections(net, [drawn.picture(i) for i in some], 0.08)):
            rows = drawn.labels[k]
            for f in found:
                far = np.hypot(rows[:, 3] - f[0], rows[:, 4] - f[1]) / np.maximum(rows[:, 7], 6) if len(rows) else np.array([9.0])
                if far.min() > 0.6:
                    kept.append([k, *f])
    kept = np.array(kept, np.float32)
    if os.path.exists(os.path.join(options.work, "reader.pt")):
        kept = hard_ones(drawn, kept, trained("reader", options))
    np.save(os.path.join(options.work, "negatives.npy"), kept)
    say(step="mine", negatives=len(kept))


def hard_ones(drawn, places, reader, sure=0.97, easy=0.15):
    """Places (picture, x, y, up x, up y, size, heat) that are no index: all that the reader is not so sure about, and some
    of the others."""
    nothing = []
    for b in range(0, len(places), 2048):
        crops = [nets.reader_crop(drawn.picture(int(p[0])), p[1:3], p[3:5], p[5]) for p in places[b:b + 2048]]
        nothing.append(logits_of(reader, nets.tensor(crops))[:, :nets.GLYPHS + 1].softmax(1)[:, nets.GLYPHS].numpy())
    return places[(np.concatenate(nothing) < sure) | (np.random.default_rng(17).random(len(places)) < easy)]


def positives(drawn, least_seen):
    return [(k, r) for k in range(len(drawn)) for r in drawn.labels[k] if r[8] >= least_seen and r[7] >= 8]


def jitter(rng, at, up, size, much=1.0):
    a = np.radians(rng.normal(0, 4.5 * much))
    c, s = np.cos(a), np.sin(a)
    return (at + rng.normal(0, 0.055 * much, 2) * size, np.array([c * up[0] - s * up[1], s * up[0] + c * up[1]]),
            size * np.exp(rng.normal(0, 0.08 * min(much, 1.8))))


def correction(r, at, up, size):
    """From a place beside the index to the index, as the reader tells it."""
    right, off = np.array([-up[1], up[0]]), (r[3:5] - at) / size
    return [off @ right, -off @ up, np.arctan2(r[5:7] @ right, r[5:7] @ up), np.log(r[7] / size)]


NOTHING = [np.nan] * 4


def reader_sample(drawn, sample, rng):
    """A crop, its glyph and suit, and the correction; a quarter are no index: mined, turned over, or anywhere. Two of
    five indices are as a careless detector places them, so that the reader learns to correct it."""
    kind, (k, r) = sample
    glyph, suit, better = nets.GLYPHS, nets.SUITS, NOTHING
    if kind == "index":
        at, up, size = jitter(rng, r[3:5], r[5:7], r[7], 1.0 if rng.random() < 0.6 else 2.5)
        if rng.random() < 0.05:  # read upside down: nothing
            up = -up
        else:
            glyph, suit, better = int(r[1]), int(r[2]), correction(r, at, up, size)
    elif kind == "hidden":
        at, up, size = jitter(rng, r[3:5], r[5:7], r[7])
    else:
        at, up, size = jitter(rng, r[0:2], r[2:4], r[4])
    return worse(nets.reader_crop(drawn.picture(k), at, up, size), rng), glyph, suit, better


def worse(crop, rng):
    """A fifth of the crops as a worse camera would give them: coarse, blurred or noisy."""
    kind, size = rng.random() * 1.6, crop.shape[1::-1]
    if kind < 0.18:
        few = tuple(int(side * rng.uniform(0.31, 0.75)) for side in size)
        crop = cv2.resize(cv2.resize(crop, few, interpolation=cv2.INTER_AREA), size, interpolation=cv2.INTER_LINEAR)
    elif kind < 0.26:
        crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.5, 1.6))
    elif kind < 0.34:
        crop = np.clip(crop + rng.normal(0, rng.uniform(3, 16), crop.shape), 0, 255).astype(np.uint8)
    return crop


def reader_batch(drawn, samples, rng):
    crops, glyph, suit, better = zip(*[reader_sample(drawn, s, rng) for s in samples])
    return seen_otherwise(nets.tensor(crops), rng), (torch.tensor(glyph), torch.tensor(suit), torch.tensor(better, dtype=torch.float32))


def correction_loss(told, better):
    real = ~torch.isnan(better[:, 0])
    return F.smooth_l1_loss(told[real], better[real], beta=0.05)


def anywhere(drawn, count, rng):
    """Places beside the indices: pips, letters turned, table."""
    kept = []
    while len(kept) < count:
        k = int(rng.integers(len(drawn)))
        rows = drawn.labels[k]
        if not len(rows):
            continue
        r = rows[int(rng.integers(len(rows)))]
        at = r[3:5] + rng.normal(0, 1.8, 2) * r[7]
        far = np.hypot(rows[:, 3] - at[0], rows[:, 4] - at[1]) / np.maximum(rows[:, 7], 6)
        if far.min() > 0.65 and 0 < at[0] < 320 and 0 < at[1] < 320:
            a = np.arctan2(r[6], r[5]) + rng.choice([0, 0, np.pi, np.pi / 2, rng.uniform(0, 6.28)])
            kept.append((k, np.array([*at, np.cos(a), np.sin(a), r[7] * rng.uniform(0.6, 1.6)])))
    return kept


def is_legible(picture, r):
    """Whether ink stands out from paper at all; what nobody could read teaches to guess."""
    reach = max(3, int(r[7] * 0.4))
    x, y = int(r[3]), int(r[4])
    patch = cv2.blur(picture[max(y - reach, 0):y + reach, max(x - reach, 0):x + reach], (3, 3))
    return int(np.ptp(patch.reshape(-1, 3), axis=0).max()) > LEAST_CONTRAST


def reader_samples(drawn, options, rng):
    good = [(k, r) for k, r in positives(drawn, 0.75) if is_legible(drawn.picture(k), r)]
    hidden = [(k, r) for k in range(len(drawn)) for r in drawn.labels[k] if r[8] < 0.35 and r[7] >= 9]
    mined = os.path.join(options.work, "negatives.npy")
    mined = [(int(m[0]), m[1:]) for m in np.load(mined)] if os.path.exists(mined) else []
    many = len(good)
    take = lambda things, n: [things[int(i)] for i in rng.integers(0, len(things), min(n, 4 * len(things)))] if things else []
    return ([("index", g) for g in good] + [("hidden", h) for h in take(hidden, many // 16)]
            + [("other", m) for m in take(mined, many // 5)] + [("other", a) for a in anywhere(drawn, many // 10, rng)])


def reader_losses(told, goals):
    glyph, suit, better = goals
    return dict(loss=F.cross_entropy(told[:, :nets.GLYPHS + 1], glyph, label_smoothing=0.02)
                + F.cross_entropy(told[:, nets.GLYPHS + 1:-4], suit, label_smoothing=0.02)
                + 4 * correction_loss(told[:, -4:], better))


def train_reader(options):
    drawn, net = Drawn(options.data), nets.Reader()
    samples = reader_samples(drawn, options, np.random.default_rng(7))
    held = [s for s in samples if s[1][0] < 200]
    samples = [s for s in samples if s[1][0] >= 200]
    batch = 128
    run = Run("reader", net, options, batches_of(len(samples), batch, options), 4e-3)
    say(step="reader", samples=len(samples), held=len(held))
    run.learn(1000, len(samples), batch, lambda some, rng: reader_batch(drawn, [samples[i] for i in some], rng), reader_losses,
              lambda: reader_figures(net, drawn, held))


def reader_figures(net, drawn, held):
    """Among the held-out samples: shares right, and what is read wrongly although confidently."""
    net.eval()
    rng = np.random.default_rng(5)
    crops, glyph, suit, better = zip(*[reader_sample(drawn, s, rng) for s in held])
    glyph, suit = np.array(glyph), np.array(suit)
    logits = logits_of(net, nets.tensor(crops))
    g, s = logits[:, :nets.GLYPHS + 1].softmax(1).numpy(), logits[:, nets.GLYPHS + 1:-4].softmax(1).numpy()
    real = glyph < nets.GLYPHS
    sure = g.max(1) * s.max(1)
    wrong = ((g.argmax(1) != glyph) | (s.argmax(1) != suit)) & (g.argmax(1) < nets.GLYPHS) & (s.argmax(1) < nets.SUITS)
    off = np.abs(logits[:, -4:].numpy() - np.array(better))[real & ~np.isnan(np.array(better)[:, 0])]
    return dict(shift=round(float(np.median(off[:, :2])), 3), turn=round(float(np.degrees(np.median(off[:, 2]))), 2), glyph=round(float((g.argmax(1) == glyph)[real].mean()), 4), suit=round(float((s.argmax(1) == suit)[real].mean()), 4),
                nothing=round(float((g.argmax(1) == glyph)[~real].mean()), 4), sure=round(float((sure > 0.8)[real].mean()), 4),
                wrong_and_sure=round(float((wrong & (sure > 0.8)).mean()), 5))


def outline_target(r, at, up, size):
    right = np.array([-up[1], up[0]])
    points = (r[9:17].reshape(4, 2) - at) / size
    return np.c_[points @ right, points @ -up].ravel() - nets.OUTLINE_MEAN


def outline_sample(drawn, k, r, rng):
    at, up, size = jitter(rng, r[3:5], r[5:7], r[7])
    return nets.outline_crop(drawn.picture(k), at, up, size), outline_target(r, at, up, size).astype(np.float32)


def outline_batch(drawn, samples, rng):
    crops, goals = zip(*[outline_sample(drawn, *s, rng) for s in samples])
    return seen_otherwise(nets.tensor(crops), rng), torch.from_numpy(np.stack(goals))


def outline_figures(net, drawn, held):
    rng = np.random.default_rng(6)
    crops, goals = zip(*[outline_sample(drawn, *s, rng) for s in held])
    with torch.no_grad():
        off = (net(nets.tensor(crops)).numpy() - np.stack(goals)).reshape(-1, 4, 2)
    far = np.linalg.norm(off, axis=2)
    return dict(near_corner=round(float(np.median(far[:, 0])), 3), far_corner=round(float(np.median(far[:, 2])), 3),
                far_corner_p90=round(float(np.percentile(far[:, 2], 90)), 3))


def train_outline(options):
    drawn, net = Drawn(options.data), nets.Outline()
    samples = positives(drawn, SEEN_WELL)
    held, samples = [s for s in samples if s[0] < 200], [s for s in samples if s[0] >= 200]
    batch = 128
    run = Run("outline", net, options, batches_of(len(samples), batch, options), 3e-3)
    run.learn(2000, len(samples), batch, lambda some, rng: outline_batch(drawn, [samples[i] for i in some], rng),
              lambda told, goals: dict(loss=F.smooth_l1_loss(told, goals, beta=0.3)),
              lambda: outline_figures(net, drawn, held))


def loose(rng, corners):
    """A card's corners as the outline tells them: the near one better than those far from the index."""
    side = (np.linalg.norm(corners[0] - corners[1]) + np.linalg.norm(corners[0] - corners[3])) / 2
    much = rng.choice([0.015, 0.03, 0.05])
    return corners + rng.normal(0, much, (4, 2)) * side * np.array([[0.5], [1], [1.3], [1]])


def face_batch(drawn, samples, rng):
    crops = [worse(nets.face_crop(drawn.picture(k), loose(rng, r[9:17].reshape(4, 2))), rng) for k, r in samples]
    return seen_otherwise(nets.tensor(crops), rng), (torch.tensor([int(r[1]) for _, r in samples]),
                                                     torch.tensor([int(r[2]) for _, r in samples]))


def face_losses(told, goals):
    glyph, suit = goals
    return dict(loss=F.cross_entropy(told[:, :nets.GLYPHS], glyph) + F.cross_entropy(told[:, nets.GLYPHS:], suit))


def face_figures(net, drawn, held):
    crops, (glyph, suit) = face_batch(drawn, held, np.random.default_rng(8))
    with torch.no_grad():
        told = net(crops)
    return dict(glyph=round(float((told[:, :nets.GLYPHS].argmax(1) == glyph).float().mean()), 4),
                suit=round(float((told[:, nets.GLYPHS:].argmax(1) == suit).float().mean()), 4))


def train_face(options):
    drawn, net = Drawn(options.data), nets.Face()
    samples = positives(drawn, 0.6)
    held, samples = [s for s in samples if s[0] < 200], [s for s in samples if s[0] >= 200]
    batch = 128
    run = Run("face", net, options, batches_of(len(samples), batch, options), 4e-3)
    say(step="face", samples=len(samples), held=len(held))
    run.learn(3000, len(samples), batch, lambda some, rng: face_batch(drawn, [samples[i] for i in some], rng), face_losses,
              lambda: face_figures(net, drawn, held))


def corrected(at, up, size, off):
    """The place as the reader says it lies better; `correction` turned round."""
    right = np.array([-up[1], up[0]])
    at = at + size * (off[0] * right - off[1] * up)
    c, s = np.cos(off[2]), np.sin(off[2])
    return at, np.array([c * up[0] - s * up[1], s * up[0] + c * up[1]]), size * np.exp(np.clip(off[3], -0.5, 0.5))


def logits_of(net, crops):
    """What the network says of a batch of any length."""
    with torch.no_grad():
        return torch.cat([net(crops[i:i + 256]) for i in range(0, len(crops), 256)])


def second_look(net, drawn, places):
    """Logits of crops at places (picture, at, up, size), read once more where the first look says they lie."""
    first = logits_of(net, nets.tensor([nets.reader_crop(drawn.picture(k), at, up, size) for k, at, up, size in places]))
    better = [corrected(at, up, size, off) for (k, at, up, size), off in zip(places, first[:, -4:].numpy())]
    return logits_of(net, nets.tensor([nets.reader_crop(drawn.picture(p[0]), *b) for p, b in zip(places, better)]))


def fitted_temperature(logits, truth):
    """What the logits are to be divided by so that they say the truth best (Guo et al. 2017)."""
    choices = np.exp(np.linspace(np.log(0.4), np.log(2.5), 60))
    return float(min(choices, key=lambda t: F.cross_entropy(logits / t, truth).item()))


def reliability(sure, right):
    """Of the readings said to be this sure: how many, and the share that was right."""
    edges = [0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0001]
    rows = []
    for low, high in zip(edges, edges[1:]):
        here = (sure >= low) & (sure < high)
        if here.any():
            rows.append([f"{low}-{min(high, 1)}", int(here.sum()), round(float(sure[here].mean()), 4), round(float(right[here].mean()), 4)])
    return rows


def temperatures_of(name, options):
    """The file that they are kept in between `calibrate` and `export`."""
    return os.path.join(options.work, f"calibration_{name}.json")


def tempered(name, options, logits, truth):
    """Temperatures for what a network says, fitted and kept; then the chances said with them. By "glyph" and "suit"."""
    heat = {what: fitted_temperature(logits[what], truth[what]) for what in logits}
    with open(temperatures_of(name, options), "w") as file:
        json.dump(heat, file)
    return heat, {what: (logits[what] / heat[what]).softmax(1) for what in logits}


def calibrate(options):
    """Temperatures for what is said, fitted on drawn pictures that were not trained on; `export` bakes them in."""
    drawn, net = Drawn(options.data), trained("reader", options)
    rng = np.random.default_rng(11)
    seen = positives(drawn, SEEN_WELL)
    nothing = [(k, r[0:2], r[2:4], r[4]) for k, r in anywhere(drawn, len(seen) // 6, rng)]
    places = [(k, *jitter(rng, r[3:5], r[5:7], r[7])) for k, r in seen] + nothing
    logits = second_look(net, drawn, places)
    truth = dict(glyph=torch.tensor([int(r[1]) for _, r in seen] + [nets.GLYPHS] * len(nothing)),
                 suit=torch.tensor([int(r[2]) for _, r in seen] + [nets.SUITS] * len(nothing)))
    heat, said = tempered("reader", options, dict(glyph=logits[:, :nets.GLYPHS + 1], suit=logits[:, nets.GLYPHS + 1:-4]), truth)
    right = ((said["glyph"].argmax(1) == truth["glyph"]) & (said["suit"].argmax(1) == truth["suit"])).numpy()
    sure = (said["glyph"].max(1).values * said["suit"].max(1).values).numpy()
    say(step="calibrate", **{k: round(v, 3) for k, v in heat.items()}, indices=len(seen), nothing=len(nothing),
        right=round(float(right.mean()), 4), reliability=reliability(sure, right))


def calibrate_face(options):
    """The same for what whole cards say, beside what the index may have said of them."""
    drawn, net = Drawn(options.data), trained("face", options)
    crops, (glyph, suit) = face_batch(drawn, positives(drawn, 0.6), np.random.default_rng(12))
    truth, logits = dict(glyph=glyph, suit=suit), logits_of(net, crops)
    heat, said = tempered("face", options, dict(glyph=logits[:, :nets.GLYPHS], suit=logits[:, nets.GLYPHS:]), truth)
    figures = {}
    for what in truth:
        right = (said[what].argmax(1) == truth[what]).numpy()
        figures[what + "_right"] = round(float(right.mean()), 4)
        figures[what + "_reliability"] = reliability(said[what].max(1).values.numpy(), right)
    say(step="calibrate_face", **{k: round(v, 3) for k, v in heat.items()}, cards=len(crops), **figures)


def baked(net, file, glyphs, suits):
    """The network with its temperatures in its last layer's weights; `glyphs`, `suits`: how many outputs of each."""
    heat = json.load(open(file)) if os.path.exists(file) else dict(glyph=1.0, suit=1.0)
    last, suits = net.body[-1], glyphs + suits
    with torch.no_grad():
        for values in (last.weight, last.bias):
            values[:glyphs] /= heat["glyph"]
            values[glyphs:suits] /= heat["suit"]
    return net


def in_order(net, sample):
    """Its layers with weights as they are run, each convolution with the normalization after it, if any."""
    layers, hooks = [], []
    for part in net.modules():
        if isinstance(part, (nn.Conv2d, nn.BatchNorm2d, nn.Linear)):
            hooks.append(part.register_forward_hook(lambda me, *_: layers.append(me)))
    net.eval()
    with torch.no_grad():
        net(sample)
    for hook in hooks:
        hook.remove()
    return [(one, after if isinstance(after, nn.BatchNorm2d) else None)
            for one, after in zip(layers, layers[1:] + [None]) if not isinstance(one, nn.BatchNorm2d)]


def fill(layers, weights):
    """Gives layers (`in_order`) the weights of an ONNX file; normalizations only add what is part of a convolution there."""
    for (layer, norm), (weight, bias) in zip(layers, weights):
        layer.weight.copy_(weight)
        if norm is None:
            layer.bias.copy_(bias)
        else:
            norm.weight.fill_(1), norm.bias.copy_(bias), norm.running_mean.fill_(0), norm.running_var.fill_(1 - norm.eps)


def normalize(net, layers, crops):
    """Makes such normalizations normalize what they see of the crops; the network says the same as before."""
    measured = []
    layers = [each for each in layers if each[1] is not None]
    hooks = [layer.register_forward_hook(lambda me, _, told: measured.append((told.mean((0, 2, 3)), told.var((0, 2, 3)))))
             for layer, _ in layers]
    net(crops)
    for hook in hooks:
        hook.remove()
    for (_, norm), (mean, var) in zip(layers, measured):
        norm.running_mean.copy_(mean), norm.running_var.copy_(var)
        norm.weight.copy_((var + norm.eps).sqrt()), norm.bias.add_(mean)


def some_crops(name, drawn, rng):
    """What a network is shown, by which its numbers are measured."""
    if name == "detector":
        return detector_batch(drawn, range(min(len(drawn), 96)), rng)[0]
    rows = [(k, r) for k, r in positives(drawn, SEEN_WELL) if k < 300][:1500]
    if name == "reader":
        return reader_batch(drawn, [("index", row) for row in rows], rng)[0]
    return dict(outline=outline_batch, face=face_batch)[name](drawn, rows, rng)[0]


def restore(options):
    """Checkpoints from ONNX files that `export` wrote, to learn on from. There each normalization is part of the
    convolution before it; what it normalizes is measured again on crops of `--data`."""
    import onnx
    from onnx import numpy_helper
    drawn, rng = Drawn(options.data), np.random.default_rng(13)
    for name, kind in KINDS.items():
        path = os.path.join(options.work, name + ".pt")
        file = os.path.join(options.out, f"card_{name}.onnx")
        if os.path.exists(path) or not os.path.exists(file):
            continue
        graph, net, crops = onnx.load(file).graph, kind(), some_crops(name, drawn, rng)
        values = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}
        kept = [[values[i] for i in node.input[1:]] for node in graph.node if node.op_type in ("Conv", "Gemm")]
        layers = in_order(net, crops[:2])
        if [layer.weight.shape for layer, _ in layers] != [weight.shape for weight, _ in kept]:
            say(step="restore", net=name, left_out=f"{file} is made of other layers than this network has now")
            continue
        with torch.no_grad():
            fill(layers, kept)
            before = net(crops)
            normalize(net, layers, crops)
            after = net(crops)
        first = lambda told: told[0] if isinstance(told, tuple) else told
        torch.save(dict(net=net.state_dict(), epoch=0, epochs=0), path)
        say(step="restore", net=name, off=float((first(before) - first(after)).abs().max()))


def mix(options):
    """Checkpoints between those of `--work` and of `--before`, from which they learnt on: they do better on what neither saw
    (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). Normalizations are measured anew on crops of `--data`."""
    drawn, rng = Drawn(options.data), np.random.default_rng(5)
    for name, kind in KINDS.items():
        path, before = [os.path.join(folder, name + ".pt") for folder in (options.work, options.before)]
        if not (os.path.exists(path) and os.path.exists(before)):
            continue
        now, old, net = torch.load(path)["net"], torch.load(before)["net"], kind()

        def share(key, value):
            if key in old:
                return options.share * value + (1 - options.share) * old[key]
            return options.share * value if value.dim() == 1 else value  # a layer that was added since said nothing before
        net.load_state_dict({key: share(key, value) if value.is_floating_point() else value for key, value in now.items()})
        net.train()
        for part in net.modules():
            if isinstance(part, nn.BatchNorm2d):
                part.reset_running_stats()
                part.momentum = None  # the mean of all that is seen
            elif isinstance(part, nn.Dropout):
                part.eval()
        with torch.no_grad():
            for crops in some_crops(name, drawn, rng).split(250):
                net(crops)
        torch.save(dict(net=net.state_dict(), epoch=0, epochs=0), path)
        say(step="mix", net=name, share=options.share)


def export(options):
    """ONNX files that OpenCV reads, checked against what the networks say here; `--data` tells how large their numbers become."""
    os.makedirs(options.out, exist_ok=True)
    drawn, rng = Drawn(options.data), np.random.default_rng(13)
    shapes = dict(detector=(160, ["heat", "geometry"]), reader=(nets.READER_SIDE, ["logits"]),
                  outline=(nets.OUTLINE_SIDE, ["corners"]), face=(None, ["logits"]))
    for name, (side, outputs) in shapes.items():
        if not os.path.exists(os.path.join(options.work, name + ".pt")):
            continue
        net = trained(name, options)
        if name in ("reader", "face"):
            none = 1 if name == "reader" else 0  # it also says "no index"
            net = baked(net, temperatures_of(name, options), nets.GLYPHS + none, nets.SUITS + none)
        sample = torch.rand(1, 3, side or nets.FACE_HEIGHT, side or nets.FACE_WIDTH)
        file = os.path.join(options.out, f"card_{name}.onnx")
        torch.onnx.export(net, sample, file, opset_version=11, input_names=["picture"], output_names=outputs)
        moved = ranges.bring_in_range(file, some_crops(name, drawn, rng))
        again = cv2.dnn.readNetFromONNX(file)
        again.setInput(sample.numpy())
        said = again.forward(outputs)
        want = net(sample)
        want = want if isinstance(want, tuple) else (want,)
        say(step="export", net=name, bytes=os.path.getsize(file), moved=moved,
            off=max(float(np.abs(a - b.detach().numpy()).max()) for a, b in zip(said, want)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("step", choices=["detector", "mine", "reader", "outline", "face", "mix", "calibrate", "calibrate_face", "restore", "export"])
    arguments.add_argument("--data", type=lambda t: t.split(","), default=[])
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--epochs", type=int, default=10)
    arguments.add_argument("--batches", type=int, default=1 << 30, help="at most as many in a pass")
    arguments.add_argument("--rate", type=float, default=1.0, help="share of the usual learning rate: less to go on from a net")
    arguments.add_argument("--short", action="store_true", help="learn in 16-bit numbers")
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--out", default=".")
    arguments.add_argument("--before", default="", help="mix: the folder of the checkpoints that were learnt on from")
    arguments.add_argument("--share", type=float, default=0.6, help="mix: of the later checkpoint")
    options = arguments.parse_args()
    os.makedirs(options.work, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    {"detector": train_detector, "mine": mine, "reader": train_reader, "outline": train_outline, "face": train_face, "mix": mix, "calibrate": calibrate,
     "calibrate_face": calibrate_face, "restore": restore, "export": export}[options.step](options)


if __name__ == "__main__":
    main()
