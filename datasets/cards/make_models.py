#!/usr/bin/python3
"""Draws the pictures, trains the five networks on them and writes the ONNX files: the whole way, one step after another.

usage: make_models.py --work DIR --out ../../vision/models [--shards N] [--pictures N] [--passes F]

Takes up where it stopped: what is drawn is not drawn again, and each training goes on from its last whole pass. Each step
logs to DIR/NAME.log. `--passes 0.1` is a quick try of everything.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Seeds of the pictures to train on, the first of them, and of those that show how sure the networks may be.
FIRST_SEED, HELD_SEED, HELD_PICTURES = 104, 902, 800
# Of the shards' pictures so many more are drawn of rare decks, and each of them counts three times.
RARE_SEED, RARE_SHARE, RARE_TIMES = 120, 0.3, 3
# Passes over the pictures.
PASSES = dict(detector=17, reader=15, outline=11, face=4)


def step(name, work, command):
    print(f"{name}: log in {os.path.join(work, name + '.log')}", flush=True)
    # Waiting threads that spin take the processor from those that work.
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", GOMP_SPINCOUNT="0")
    with open(os.path.join(work, name + ".log"), "a") as log:
        status = subprocess.run([sys.executable, *command], cwd=HERE, stdout=log, stderr=log, env=environment).returncode
    if status != 0:
        sys.exit(f"{name} failed: status {status}; see its log")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--shards", type=int, default=6)
    arguments.add_argument("--pictures", type=int, default=4500, help="a shard")
    arguments.add_argument("--passes", type=float, default=1.0, help="share of the usual number")
    options = arguments.parse_args()
    work, out = os.path.abspath(options.work), os.path.abspath(options.out)
    os.makedirs(work, exist_ok=True)
    shards = [os.path.join(work, f"pictures{k}") for k in range(1, options.shards + 1)]
    held = os.path.join(work, "held")
    rare = os.path.join(work, "rare")
    drawings = [(s, options.pictures, FIRST_SEED + k, []) for k, s in enumerate(shards)]
    drawings += [(rare, round(options.pictures * RARE_SHARE), RARE_SEED, ["--rare"]), (held, HELD_PICTURES, HELD_SEED, [])]
    for folder, count, seed, more in drawings:
        if not os.path.exists(os.path.join(folder, "labels.npz")):
            step(f"draw_{os.path.basename(folder)}", work, ["scenes.py", folder, "--count", str(count), "--seed", str(seed), *more])
    shards += [rare] * RARE_TIMES

    def train(name, data, *more):
        passes = ["--epochs", str(max(1, round(PASSES[name] * options.passes)))] if name in PASSES else []
        step(name, work, ["train.py", name, "--data", ",".join(data), "--work", work, *passes, *more])
    train("detector", shards)
    if not os.path.exists(os.path.join(work, "negatives.npy")):
        train("mine", shards)
    train("reader", shards)
    train("outline", shards)
    train("face", shards)
    train("calibrate", [held])
    train("calibrate_face", [held])
    train("export", [held], "--out", out)
    step("back", work, ["backs.py", "train", "--work", work])
    step("back", work, ["backs.py", "export", "--work", work, "--out", out])


if __name__ == "__main__":
    main()
