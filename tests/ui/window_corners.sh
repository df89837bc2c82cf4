#!/usr/bin/env bash
# Where nothing printed tells where the table is, four clicks in the live picture do; they are kept for the source.
# Usage: window_corners.sh OCTOSCOPE. Exits 77 (skipped) where a tool is missing.
set -euo pipefail

program=$1
for tool in xvfb-run xdotool ffmpeg; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

if [[ ${2:-} != inside ]]; then
  exec xvfb-run -a -s '-screen 0 1280x720x24' "$0" "$program" inside
fi

work=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
kept=$XDG_CONFIG_HOME/octoscope/calibrations.json
fail() { echo "failed: $*" >&2; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click "${3:-1}"; sleep 0.6; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; sleep 0.5; done
}

ffmpeg -v error -f lavfi -i 'color=c=0x705030:s=1280x720:r=10:d=120' -c:v mjpeg "$work/bare_table.avi"
"$program" &
window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
sleep 2
click 910 150              # "Recording"
click 900 192              # its path
xdotool type --delay 40 "$work/bare_table.avi"
sleep 0.4
click 124 668              # "Start"
sleep 3

echo "corners that cross are asked for again"
click 395 538              # "Show corners"
click 150 380; click 500 150; click 520 380; click 130 150
sleep 1
[[ ! -e $kept ]] || fail "corners that cross were kept"

echo "the other button takes one back; four good ones are kept"
click 150 150; click 400 200; click 400 200 3; click 500 150; click 520 380; click 130 380
wait_for 10 test -e "$kept" || fail "the corners were not kept"
[[ $(grep -c bare_table "$kept") == 1 ]] || fail "the corners are not kept for this source"

echo "Ctrl+Q closes"
xdotool key ctrl+q
wait "$window" || fail "exit status $? after Ctrl+Q"
echo "done"
