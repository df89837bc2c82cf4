#!/usr/bin/env bash
# A recording of The OCTAL followed in the window: a pass that nobody saw is told by a button, a concluded pass is said
# not to have happened, and the names are changed. Judged by the store. Usage: window_said.sh OCTOSCOPE VIDEO. Exits 77
# (skipped) where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg
with_recording "$@"

in_a_display "$@"
evidence() { "$program" history show 1; }
lines() { "$program" history show 1 2>/dev/null | grep '"n":' || true; }
events() { lines | wc -l; }
last_has() { lines | tail -1 | grep -q "$1"; }
header_has() { "$program" history list | grep -q "$1"; }

ffmpeg -v error -t "${CLIP:-15}" -i "$video" -c copy "$work/clip.mp4"
open_window

echo "a game of four on one question starts from the form"
click 220 159              # "The OCTAL"
click 220 207              # 4 players
click 342 384              # one question
follow_recording "$work/clip.mp4"
wait_stored 120 at_least 3 || fail "no moves were followed"
sleep 10                   # to the clip's end

echo "a concluded pass did not happen"
fourth() { lines | sed -n 4p; }
wait_stored 20 eval 'fourth | grep -q "\"player\":2,\"do\":\"pass\".*\"inferred\":true"' || fail "no pass was concluded as the fourth move"
click 300 671              # the fourth move
click 395 561              # "It did not happen"
wait_stored 10 eval '! fourth | grep -q "\"player\":2,\"do\":\"pass\""' || fail "the concluded pass is still there"
before=$(events)

echo "a pass that nobody saw is told by a button, and undone"
click 200 555              # "Player … passes and draws a card"
wait_stored 10 last_has '"do":"pass","legal":true,"confidence":1.0}' || fail "the pass is not stored as told"
(($(events) == before + 1)) || fail "the button made $(events) moves of $before"
xdotool key ctrl+z
wait_stored 10 eval '(($(events) == before))' || fail "undo left $(events) moves, not $before"

echo "a player's name is changed in the middle of the game"
click 596 555              # "This game…"
xdotool mousemove 700 507  # the first name
sleep 0.4
kill -STOP "$window"       # hands quicker than a slow machine: all of it comes within one frame
xdotool click 1 key ctrl+a type --delay 1 "Eva"
kill -CONT "$window"
sleep 0.4
click 662 687              # "Change it"
wait_stored 10 header_has '"Eva"' || fail "the name is not stored"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
