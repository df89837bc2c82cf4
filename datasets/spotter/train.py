#!/usr/bin/python3
"""Trains the card spotter on drawn tables, and writes its ONNX file. Goes on from its last checkpoint.

usage: train.py --data DIR --work DIR [--minutes M] [--device cuda] [--workers N] [--steps N]
       train.py --data DIR --work DIR --out ../../vision/models     writes the file
"""
import argparse
import json
import os
import sys
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

import net
import samples

HELD = 24  # tables that are not learnt from: of eight editions
BATCH = 64


class Squares(IterableDataset):
    """Endless, another sequence for each worker and start."""

    def __init__(self, tables, cards, seed):
        self.tables, self.cards, self.seed = tables, cards, seed

    def __iter__(self):
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            picture, card, place = samples.sample(self.tables, self.cards, rng)
            yield torch.from_numpy(picture).permute(2, 0, 1), torch.from_numpy(card), torch.from_numpy(place)


def losses(told, card, place):
    said, where = told
    found = F.binary_cross_entropy(said.float().clamp(1e-5, 1 - 1e-5), card)
    off = F.smooth_l1_loss(where.float(), place, reduction="none", beta=0.1) * card
    return found, off.sum() / card.sum().clamp_min(1) / 2


def say(**figures):
    print(json.dumps(figures), flush=True)


def figures_of(spotter, tables, device):
    """On whole tables that were not learnt from: of each card how much shows, and how far off its squares put its middle."""
    spotter.eval()
    off, right, wrong, missed = {}, 0, 0, 0
    for table in tables:
        rows, cols = (side // 16 * 16 for side in table.top.shape)
        with torch.no_grad():
            picture = torch.from_numpy(table.picture[:rows, :cols]).permute(2, 0, 1)[None].to(device).float() / 255
            card, place = (each[0].float().cpu().numpy() for each in spotter(picture))
        half = net.STRIDE // 2
        top = table.top[half:rows:net.STRIDE, half:cols:net.STRIDE]
        lies, says = top != samples.NOTHING, card[0] > 0.5
        right, wrong, missed = right + (lies & says).sum(), wrong + (~lies & says).sum(), missed + (lies & ~says).sum()
        ys, xs = np.mgrid[0:top.shape[0], 0:top.shape[1]] * net.STRIDE + half
        for k, (x, y, *_, width, height) in enumerate(table.cards):
            mine = (top == k) & says
            shows = (top == k).sum() * net.STRIDE ** 2 / (width * height)
            if shows < 0.15:
                continue
            band = "whole" if shows > 0.9 else "half" if shows > 0.35 else "strip"
            if not mine.any():
                off.setdefault(band, []).append(99)
                continue
            at = [np.median(xs[mine] + net.OFFSET * place[0][mine]), np.median(ys[mine] + net.OFFSET * place[1][mine])]
            off.setdefault(band, []).append(float(np.hypot(at[0] - x, at[1] - y)))
    spotter.train()
    told = {band: [len(all), round(float(np.median(all)), 2), round(float((np.array(all) < 5).mean()), 4)] for band, all in sorted(off.items())}
    return dict(recall=round(float(right / (right + missed)), 4), precision=round(float(right / (right + wrong)), 4), **told)


def learn(options):
    tables = samples.read(options.data)
    held, tables = tables[:HELD], tables[HELD:]
    cards = [card for table in tables for card in table.whole()]
    say(tables=len(tables), cards=len(cards))
    device = torch.device(options.device)
    spotter = net.Spotter().to(device)
    rate = 3e-3
    optimiser = torch.optim.AdamW(spotter.parameters(), rate, weight_decay=1e-4)
    path, step = os.path.join(options.work, "spotter.pt"), 0
    if os.path.exists(path):
        kept = torch.load(path, map_location=device)
        spotter.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        step = kept["step"]
    squares = DataLoader(Squares(tables, cards, 17 + step), batch_size=BATCH, num_workers=options.workers,
                         pin_memory=options.device != "cpu", prefetch_factor=4 if options.workers else None)
    began, sums = time.time(), np.zeros(2)
    spotter.train()
    for picture, card, place in squares:
        picture, card, place = (each.to(device, non_blocking=True) for each in (picture, card, place))
        done = max(step / options.steps, (time.time() - began) / 60 / options.minutes)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 500) * max(0.005, 0.5 + 0.5 * np.cos(np.pi * min(1.0, done)))
        found, off = losses(spotter(picture.float() / 255), card, place)
        optimiser.zero_grad()
        (found + off).backward()
        torch.nn.utils.clip_grad_norm_(spotter.parameters(), 5.0)
        optimiser.step()
        sums += [found.item(), off.item()]
        step += 1
        if step % 100 == 0:
            say(step=step, seconds=round(time.time() - began), card=round(sums[0] / 100, 4), place=round(sums[1] / 100, 4))
            sums[:] = 0
        late = time.time() - began > 60 * options.minutes
        if step % 1000 == 0 or late or step == options.steps:
            torch.save(dict(net=spotter.state_dict(), optimiser=optimiser.state_dict(), step=step), path + ".new")
            os.replace(path + ".new", path)
            np.savez(os.path.join(options.work, "spotter.npz"), **{name: value.cpu().numpy() for name, value in spotter.state_dict().items()})
            say(step=step, **figures_of(spotter, held, device))
        if late or step == options.steps:
            break


def export(options):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cards"))
    import ranges
    tables = samples.read(options.data)
    held, tables = tables[:HELD], tables[HELD:]
    cards = [card for table in tables[:60] for card in table.whole()]
    spotter = net.Spotter()
    kept = np.load(os.path.join(options.work, "spotter.npz"))
    spotter.load_state_dict({name: torch.from_numpy(kept[name]) for name in kept.files})
    say(**figures_of(spotter, held, torch.device("cpu")))
    spotter.eval()
    sample, file = torch.rand(1, 3, 160, 160), os.path.join(options.out, "card_spotter.onnx")
    torch.onnx.export(spotter, sample, file, opset_version=11, input_names=["picture"], output_names=["card", "place"])
    rng = np.random.default_rng(13)
    some = torch.stack([torch.from_numpy(samples.sample(tables, cards, rng)[0]).permute(2, 0, 1).float() / 255 for _ in range(48)])
    moved = ranges.bring_in_range(file, some)
    again = cv2.dnn.readNetFromONNX(file)
    again.setInput(sample.numpy())
    off = max(float(np.abs(a - b.detach().numpy()).max()) for a, b in zip(again.forward(["card", "place"]), spotter(sample)))
    say(step="export", bytes=os.path.getsize(file), moved=moved, off=off)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", required=True)
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--out")
    arguments.add_argument("--minutes", type=float, default=1e9)
    arguments.add_argument("--steps", type=int, default=24000)
    arguments.add_argument("--device", default="cpu")
    arguments.add_argument("--workers", type=int, default=2)
    options = arguments.parse_args()
    os.makedirs(options.work, exist_ok=True)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    export(options) if options.out else learn(options)


if __name__ == "__main__":
    main()
