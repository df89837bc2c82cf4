#!/usr/bin/env bash
# A bundled recording, from its pictures alone: setup, starting player, what happened unseen, its breach and the result
# come out as they were played. Usage: demo_recording.sh OCTOSCOPE RECORDING-FOLDER TRACK-OPTION…
set -euo pipefail

program=$1
recording=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

status=0
"$program" track "$@" --source "$recording/video.mp4" --db "$work/games.db" \
  --record "$work/seen.octo.jsonl" >"$work/lines" || status=$?
[[ $status == 1 ]] || { echo "failed: exit status $status where a breach was expected" >&2; exit 1; }

# Without frames and earlier forms, and the fields of a line in one order.
plain() {
  sed -E 's/,"frame":[0-9]+//; s/,"was":\[.*\]//' "$1" | tr -d '{}' | while IFS= read -r line; do
    tr ',' '\n' <<<"$line" | sort | paste -sd,
  done
}
diff <(plain "$recording/game.octo.jsonl") <(plain "$work/seen.octo.jsonl")
