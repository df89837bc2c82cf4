#!/usr/bin/env bash
# The stored games in the real window: searched, one deleted and brought back, opened and stepped through. Judged by the
# store. Usage: window_history.sh OCTOSCOPE RECORD RECORD. Exits 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
need xvfb-run xdotool

in_a_display "$@"
export LC_ALL=C.UTF-8
evidence() { "$program" history list; }
kept() { [[ $("$program" history list | wc -l) == "$1" ]]; }
deleted() { "$program" history list --deleted | grep -q "\"id\":$1,"; }

"$program" history import "$2" >/dev/null
"$program" history import "$3" >/dev/null
"$program" history note 1 "Quirin war dabei" >/dev/null
open_window
sleep 2                    # the list is read

echo "the search leaves one game, and that one is deleted"
click 350 29               # "Stored games"
click 140 150              # the search
xdotool type --delay 60 "quirin"
sleep 0.8
click 1230 220             # "…" of the only row
click 1190 323             # "Delete"
wait_stored 10 deleted 1 || fail "the game that was found is not deleted"
kept 1 || fail "another game is gone, too"

echo "undo brings it back"
xdotool mousemove 640 500
sleep 0.3
xdotool key ctrl+z
wait_stored 10 kept 2 || fail "the game was not brought back"

echo "it opens, and keys step through it"
click 500 220
xdotool key --delay 80 Home Right Right Left End
sleep 1
kill -0 "$window" || fail "the window closed while stepping"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
