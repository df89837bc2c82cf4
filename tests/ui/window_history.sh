#!/usr/bin/env bash
# The stored games in the real window: searched, one deleted and brought back, opened and stepped through. Judged by the
# store. Usage: window_history.sh OCTOSCOPE RECORD RECORD. Exits 77 (skipped) where a tool is missing.
set -euo pipefail

program=$1
for tool in xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

if [[ ${4:-} != inside ]]; then
  exec xvfb-run -a -s '-screen 0 1280x720x24' "$0" "$1" "$2" "$3" inside
fi

work=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8
fail() { echo "failed: $*" >&2; "$program" history list >&2 || true; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click 1; sleep 0.8; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; sleep 0.5; done
}
kept() { [[ $("$program" history list | wc -l) == "$1" ]]; }
deleted() { "$program" history list --deleted | grep -q "\"id\":$1,"; }

"$program" history import "$2" >/dev/null
"$program" history import "$3" >/dev/null
"$program" history note 1 "Quirin war dabei" >/dev/null
"$program" &
window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
sleep 4

echo "the search leaves one game, and that one is deleted"
click 350 29               # "Stored games"
click 140 150              # the search
xdotool type --delay 60 "quirin"
sleep 0.8
click 1230 220             # "…" of the only row
click 1190 323             # "Delete"
wait_for 10 deleted 1 || fail "the game that was found is not deleted"
kept 1 || fail "another game is gone, too"

echo "undo brings it back"
xdotool mousemove 640 500
sleep 0.3
xdotool key ctrl+z
wait_for 10 kept 2 || fail "the game was not brought back"

echo "it opens, and keys step through it"
click 500 220
xdotool key --delay 80 Home Right Right Left End
sleep 1
kill -0 "$window" || fail "the window closed while stepping"

xdotool key ctrl+q
wait "$window" || fail "exit status $? after Ctrl+Q"
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
