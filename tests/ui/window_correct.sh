#!/usr/bin/env bash
# A recording followed in the window, started with the form; a misread box corrected with two clicks, in the camera's
# picture and in the drawing; undo. Judged by the store. Usage: window_correct.sh OCTOSCOPE VIDEO.
# Exits 77 (skipped) where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg
with_recording "$@"

in_a_display "$@"
fewer_than() { (($(events) < $1)); }
corrected() { "$program" history show 1 | grep -Eq '"at":"a3","facing":"(N|NE|E)".*"was"'; }  # it was read as SE

ffmpeg -v error -t 14 -i "$video" -c copy "$work/clip.mp4"
open_window

echo "a game starts from the form"
follow_recording "$work/clip.mp4"
wait_stored 90 at_least 3 || fail "no moves were followed"
sleep 8                    # to the clip's end
before=$(events)

echo "a box clicked in the camera's picture is asked about, and Escape gives that up"
click 321 412              # a3 in the picture
xdotool key Escape
sleep 1
click 395 459              # where an answer was
corrected && fail "the answers were still open after Escape"

echo "it is corrected there with two clicks, and that is undone"
click 321 412
click 395 459              # the same, pointing up
wait_stored 10 corrected || fail "the correction in the picture is not stored"
xdotool key ctrl+z
wait_stored 10 eval '! corrected' || fail "the correction in the picture was not undone"

echo "a misread box is corrected with two clicks in the drawing"
click 968 523              # a3 on the board, where move 2 laid a yellow shield; the board lies as it is seen
click 439 568              # the same, pointing up
wait_stored 10 corrected || fail "the correction is not stored"

echo "picture and drawing are turned, and the box is asked about where it is then seen"
xdotool key ctrl+z
wait_stored 10 eval '! corrected' || fail "the correction in the drawing was not undone"
click 636 155              # the sign of turning
click 815 344              # a3 on the turned board
click 337 389              # the same, pointing up
wait_stored 10 corrected || fail "the correction in the turned drawing is not stored"
xdotool key ctrl+z
wait_stored 10 eval '! corrected' || fail "the correction in the turned drawing was not undone"
click 276 295              # a3 in the turned picture
click 340 341              # the same, pointing up
wait_stored 10 corrected || fail "the correction in the turned picture is not stored"
xdotool key ctrl+z
wait_stored 10 eval '! corrected' || fail "the correction in the turned picture was not undone"
click 525 149              # three times more, and it is as it was; beside the picture where that is narrow
click 636 155
click 525 149

echo "a correction is made again"
click 968 523
click 439 568
wait_stored 10 corrected || fail "the correction is not stored again"

echo "undo unsays the correction, and redo says it again"
xdotool key ctrl+z
wait_stored 10 eval '! corrected' || fail "the correction was not undone"
xdotool key ctrl+shift+z
wait_stored 10 corrected || fail "the correction was not done again"

echo "undone twice, the last move is out"
xdotool key ctrl+z
sleep 1
xdotool key ctrl+z
wait_stored 10 fewer_than "$before" || fail "undo left $(events) of $before moves"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
