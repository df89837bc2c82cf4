#!/usr/bin/env bash
# A game started with an option chosen in the form, and its score sheet opened in the middle, compared with the one drawn
# of the game that was written down, changed to what the camera's table is worth, and closed. Judged by the store and by
# pictures. Usage: window_score.sh OCTOSCOPE VIDEO GALLERY. Exits 77 (skipped) where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg import compare convert
gallery=$3
with_recording "$@"

in_a_display "$@"
evidence() { "$program" history list; cp "$work"/*.png "${EVIDENCE:-$work}" 2>/dev/null || true; }
header_has() { "$program" history export 1 --record | head -1 | grep -q "$1"; }
picture() { import -window root "$work/$1.png"; }
# The middle of the window, where the sheet lies and no pointer.
middle() { convert "$work/$1.png" -crop 1180x160+50+285 +repage "$work/$1-middle.png"; }
# How many dots of the middles differ clearly.
apart() {
  middle "$1"; middle "$2"
  compare -metric AE -fuzz 12% "$work/$1-middle.png" "$work/$2-middle.png" null: 2>&1 | cut -d. -f1
}
drawn() {  # RECORD NAME: the sheet of that game
  "$gallery" "$work" 1280x720 1 "$2" "$1"
  mv "$work/1280x720-$2.png" "$work/$2.png"
}

ffmpeg -v error -t 22 -i "$video" -c copy "$work/clip.mp4"
open_window

echo "a game starts with what was chosen in the form"
click 366 384              # White Lady: "points like a shield"
follow_recording "$work/clip.mp4"
wait_stored 90 at_least 4 || fail "no moves were followed"
sleep 10                   # to the clip's end
header_has '"lady":"arrow"' || fail "the option is not the game's"
grep -q '"lady": "arrow"' "$XDG_CONFIG_HOME/octoscope/settings.json" || fail "the option was not remembered"

echo "the score sheet has the figures of the game as it was written down, and of no other"
before=$(events)
"$program" history export 1 --record >"$work/all.octo.jsonl"
head -n -1 "$work/all.octo.jsonl" >"$work/shorter.octo.jsonl"
picture table
xdotool mousemove 640 700 key F2
sleep 1
picture sheet
drawn "$work/all.octo.jsonl" expected
drawn "$work/shorter.octo.jsonl" before
(($(apart sheet expected) < 20)) || fail "the sheet is not that of the game: $(apart sheet expected) dots differ"
(($(apart sheet before) > 20)) || fail "a move more changes nothing in the sheet"

echo "the table before the camera is counted, and the game again"
click 269 468
picture seen
(($(apart sheet seen) > 500)) || fail "the table was not counted"
click 269 468
picture again
(($(apart sheet again) < 20)) || fail "the game's sheet did not come back"

echo "closed, the table is there again, and nothing was changed"
xdotool key F2
sleep 1
picture closed
(($(apart table closed) < 500)) || fail "the sheet is still there"
[[ $(events) == "$before" ]] || fail "counting changed the game"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
