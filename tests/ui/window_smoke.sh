#!/usr/bin/env bash
# The window for real: under a virtual display, with a mouse and keys, judged by what it leaves behind: the settings,
# the store and the exit status. Usage: window_smoke.sh OCTOSCOPE RECORD.octo.jsonl. Exits 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
record=$2
need xvfb-run xdotool

in_a_display "$@"
key() { xdotool key --delay 60 "$@"; sleep 0.3; }

"$program" history import "$record" >/dev/null
open_window

echo "a source that is not there is an error on the start screen, and no game"
follow_recording "/nonexistent/film.mp4"
sleep 1
kill -0 "$window" || fail "the window closed over a missing file"
[[ $("$program" history list | wc -l) == 1 ]] || fail "a game was stored for a source that is not there"

echo "the stored game opens and is stepped through"
click 350 29               # "Stored games", where no game is live
click 500 228              # the first row
key Left Left Home Right End
kill -0 "$window" || fail "the window closed while stepping"

echo "the look is switched and kept"
click 1235 29              # "Settings"
click 957 81               # "Light"
grep -q '"light"' "$XDG_CONFIG_HOME/octoscope/settings.json" || fail "the look was not kept"

echo "Ctrl+Q closes"
close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
