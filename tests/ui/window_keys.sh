#!/usr/bin/env bash
# A breach answered by a presenter's key alone, and a game that is stopped only when that is asked and said again. Judged
# by the store. Usage: window_keys.sh OCTOSCOPE VIDEO. Exits 77 (skipped) where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg import
with_recording "$@"

in_a_display "$@"
evidence() { "$program" history show 1; }
stands() { breach | grep -q '"stands":true'; }
skips() { "$program" history show 1 | grep -c '"do":"skip"' || true; }
picture() { import -window root "$work/$1.png"; }
# Whether two pictures of the window differ in more than a cursor.
differ() { (($(compare -metric AE "$work/$1.png" "$work/$2.png" null: 2>&1 | cut -d. -f1) > 3000)); }

up_to_its_first_breach "$video" "$work/clip.mp4"
open_window
echo "a presenter's key says that the breach stands, and nothing else"
follow_recording "$work/clip.mp4"
wait_stored 120 is_told || fail "no breach was told"
sleep 4                    # to the clip's end
before=$(skips)
xdotool key Next
wait_stored 10 stands || fail "that it stands is not stored"
sleep 1
[[ $(skips) == "$before" ]] || fail "the key that answered the breach said that the turn was done as well"

echo "F1 opens the list of keys, Escape closes it"
picture closed
xdotool key F1
sleep 1
picture open
differ closed open || fail "F1 shows nothing"
xdotool key Escape
sleep 1
picture again
differ closed again && fail "Escape does not close the list"

echo "a game under way is stopped only when that is said twice"
click 318 522              # "Stop following"
picture asked
differ again asked || fail "nothing asks before the game is stopped"
xdotool key Escape
sleep 1
picture stays
differ asked stays || fail "Escape does not go back to the game"

echo "another game is not started from the form before that is agreed to"
click 250 29               # "New game"
picture form
click 124 668              # "Start"
picture asked
differ form asked || fail "nothing asks before another game is started"
xdotool key Escape
sleep 1
sleep 4                    # long enough for another game to be in the store
[[ $("$program" history list | wc -l) == 1 ]] || fail "another game was started, although Escape was pressed"
click 180 29               # "Table"
click 318 522
xdotool key Return
sleep 2
picture start
differ stays start || fail "the game is not stopped"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
