#!/usr/bin/env bash
# Two windows on one file of games: while one follows a game, the other says so, looks on and takes it over; the first
# lets go and says that, too. Judged by the store. Usage: window_two.sh OCTOSCOPE VIDEO. Exits 77 (skipped) where a tool
# or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run Xvfb xdotool
with_recording "$@"
in_a_display "$@"

first=$DISPLAY
evidence() { "$program" history list; }

echo "one window follows a game"
open_window
follow_recording "$video"
wait_stored 60 at_least 3 || fail "no moves were followed"
one=$window

echo "another, on a display of its own, offers to look on or to take it over"
Xvfb -displayfd 3 -screen 0 1280x720x24 3>"$work/display" 2>/dev/null &
display=$!
trap 'kill "$one" "${window:-}" "$display" 2>/dev/null || true; rm -rf "$work"' EXIT
wait_for 20 test -s "$work/display" || fail "no second display"
export DISPLAY=:$(<"$work/display")
"$program" &
window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no second window appeared"
sleep 2
click 814 638              # "Take over"; the recording is remembered
sleep 3
[[ -z ${OCTO_SHOT:-} ]] || { import -window root "$OCTO_SHOT-after.png"; DISPLAY=$first import -window root "$OCTO_SHOT-first.png"; }

echo "the first has let go: once it is closed the game goes on in the second"
second=$window
window=$one
DISPLAY=$first close_window
window=$second
moves=$(events)
wait_stored 60 at_least $((moves + 1)) || fail "the game did not go on in the second window"
(($("$program" history list | grep -c '"id"') == 1)) || fail "it was not the same game"

xdotool key ctrl+q
wait "$window" || fail "exit status $? of the second window"
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
