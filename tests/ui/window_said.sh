#!/usr/bin/env bash
# A recording of The OCTAL followed in the window: a pass that nobody saw is told by a button, a concluded pass is said
# not to have happened, and the names are changed. Judged by the store. Usage: window_said.sh OCTOSCOPE VIDEO. Exits 77
# (skipped) where a tool or the recording is missing.
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
fail() { echo "failed: $*" >&2; "$program" history show 1 >&2 || true; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click 1; sleep 0.8; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; sleep 0.5; done
}
lines() { "$program" history show 1 2>/dev/null | grep '"n":' || true; }
events() { lines | wc -l; }
at_least() { (($(events) >= $1)); }
last_has() { lines | tail -1 | grep -q "$1"; }
third_has() { lines | sed -n 3p | grep -q "$1"; }
third_lacks() { ! third_has "$1"; }
header_has() { "$program" history list | grep -q "$1"; }

ffmpeg -v error -t "${CLIP:-15}" -i "$video" -c copy "$work/clip.mp4"
"$program" &
window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
sleep 2

echo "a game of four on one question starts from the form"
click 220 159              # "The OCTAL"
click 220 207              # 4 players
click 342 384              # one question
click 910 150              # "Recording"
click 900 192              # its path
xdotool type --delay 40 "$work/clip.mp4"
sleep 0.4
click 124 668              # "Start"
wait_for 120 at_least 3 || fail "no moves were followed"
sleep 10                   # to the clip's end

echo "a concluded pass did not happen"
fourth() { lines | sed -n 4p; }
wait_for 20 eval 'fourth | grep -q "\"player\":2,\"do\":\"pass\".*\"inferred\":true"' || fail "no pass was concluded as the fourth move"
click 300 671              # the fourth move
click 395 561              # "It did not happen"
wait_for 10 eval '! fourth | grep -q "\"player\":2,\"do\":\"pass\""' || fail "the concluded pass is still there"
before=$(events)

echo "a pass that nobody saw is told by a button, and undone"
click 200 555              # "Player … passes and draws a card"
wait_for 10 last_has '"do":"pass","legal":true,"confidence":1.0}' || fail "the pass is not stored as told"
(($(events) == before + 1)) || fail "the button made $(events) moves of $before"
xdotool key ctrl+z
wait_for 10 eval '(($(events) == before))' || fail "undo left $(events) moves, not $before"

echo "a player's name is changed in the middle of the game"
click 596 555              # "This game…"
click 700 507              # the first name
xdotool key ctrl+a
xdotool type --delay 40 "Eva"
sleep 0.4
click 662 687              # "Change it"
wait_for 10 header_has '"Eva"' || fail "the name is not stored"

xdotool key ctrl+q
wait "$window" || fail "exit status $? after Ctrl+Q"
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
