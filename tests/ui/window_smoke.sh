#!/usr/bin/env bash
# The window for real: under a virtual display, with a mouse and keys, judged by what it leaves behind: the settings,
# the store and the exit status. Usage: window_smoke.sh OCTOSCOPE RECORD.octo.jsonl. Exits 77 (skipped) where a tool is missing.
set -euo pipefail

program=$1
record=$2
for tool in xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

if [[ ${3:-} != inside ]]; then
  exec xvfb-run -a -s '-screen 0 1280x720x24' "$0" "$program" "$record" inside
fi

work=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
fail() { echo "failed: $*" >&2; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.3; xdotool click 1; sleep 0.6; }
key() { xdotool key --delay 60 "$@"; sleep 0.3; }

"$program" history import "$record" >/dev/null
"$program" &
window=$!
for _ in $(seq 60); do
  xdotool search --name '^Octoscope$' >/dev/null 2>&1 && break
  sleep 0.25
done
xdotool search --name '^Octoscope$' >/dev/null || fail "no window appeared"
sleep 1.5

echo "a source that is not there is an error on the start screen, and no game"
click 910 150              # "Recording"
click 900 192              # its path
xdotool type --delay 40 "/nonexistent/film.mp4"
sleep 0.3
click 124 668              # "Start"
sleep 1
kill -0 "$window" || fail "the window closed over a missing file"
[[ $("$program" history list | wc -l) == 1 ]] || fail "a game was stored for a source that is not there"

echo "the stored game opens and is stepped through"
click 350 29               # "Stored games", where no game is live
click 500 228              # the first row
key Left Left Home Right End
kill -0 "$window" || fail "the window closed while stepping"

echo "the look is switched and kept"
click 1235 29
grep -q '"light"' "$XDG_CONFIG_HOME/octoscope/settings.json" || fail "the look was not kept"

echo "Ctrl+Q closes"
key ctrl+q
wait "$window" || fail "exit status $? after Ctrl+Q"
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
