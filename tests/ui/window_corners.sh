#!/usr/bin/env bash
# Where nothing printed tells where the table is, four clicks in the live picture do; they are kept for the source.
# Usage: window_corners.sh OCTOSCOPE. Exits 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
need xvfb-run xdotool ffmpeg

in_a_display "$@"
kept=$XDG_CONFIG_HOME/octoscope/calibrations.json

ffmpeg -v error -f lavfi -i 'color=c=0x705030:s=1280x720:r=5:d='$((120 * patience)) -c:v mjpeg "$work/bare_table.avi"
open_window
follow_recording "$work/bare_table.avi"
sleep 10                   # by then the status offers a button of the same name, too

echo "corners that cross are asked for again"
click 536 545              # "Show corners"
click 150 380; click 500 150; click 520 380; click 130 150
sleep 1
[[ ! -e $kept ]] || fail "corners that cross were kept"

echo "the other button takes one back; four good ones are kept"
click 150 150; click 400 200; click 400 200 3; click 500 150; click 520 380; click 130 380
wait_for 10 test -e "$kept" || fail "the corners were not kept"
[[ $(grep -c bare_table "$kept") == 1 ]] || fail "the corners are not kept for this source"

echo "Ctrl+Q closes"
close_window
echo "done"
