#!/usr/bin/env bash
# A recording followed in the window, started with the form; a misread box corrected with two clicks; undo. Judged by
# the store. Usage: window_correct.sh OCTOSCOPE VIDEO. Exits 77 (skipped) where a tool or the recording is missing.
set -euo pipefail

program=$1
video=$2
for tool in xvfb-run xdotool ffmpeg; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[[ -f $video ]] || { echo "skipped: no recording $video"; exit 77; }

if [[ ${3:-} != inside ]]; then
  exec xvfb-run -a -s '-screen 0 1280x720x24' "$0" "$program" "$video" inside
fi

work=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
fail() { echo "failed: $*" >&2; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click 1; sleep 0.8; }
events() { "$program" history show 1 2>/dev/null | grep -c '"n":' || true; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; sleep 0.5; done
}
fewer_than() { (($(events) < $1)); }
corrected() { "$program" history show 1 | grep -Eq '"at":"a3","facing":"(N|NE|E)".*"was"'; }  # it was read as SE
at_least() { (($(events) >= $1)); }

ffmpeg -v error -t 14 -i "$video" -c copy "$work/clip.mp4"
"$program" &
window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
sleep 2

echo "a game starts from the form"
click 910 150              # "Recording"
click 900 192              # its path
xdotool type --delay 40 "$work/clip.mp4"
sleep 0.4
click 124 668              # "Start"
wait_for 90 at_least 3 || fail "no moves were followed"
sleep 8                    # to the clip's end
before=$(events)

echo "a misread box is corrected with two clicks"
click 815 344              # a3 on the board, where move 2 laid a yellow shield
click 337 389              # the same, pointing another way
wait_for 10 corrected || fail "the correction is not stored"

echo "undo takes the last move out"
xdotool key ctrl+z
wait_for 10 fewer_than "$before" || fail "undo left $(events) of $before moves"

xdotool key ctrl+q
wait "$window" || fail "exit status $? after Ctrl+Q"
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
