#!/usr/bin/env bash
# A recording with a breach followed in the window: the breach is heard once, the question what it was is opened by a key
# and given up by Escape, and another key says that it was taken back. Judged by the store. Usage: window_breach.sh
# OCTOSCOPE VIDEO. Exits 77 (skipped) where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg import compare
with_recording "$@"

in_a_display "$@"
evidence() { "$program" history show 1; }
taken_back() { breach | grep -q '"taken_back":true'; }

# A player of sounds that only counts.
mkdir "$work/bin"
printf '#!/bin/sh\ncat >/dev/null\necho rang >>"%s"\n' "$work/rang" >"$work/bin/paplay"
chmod +x "$work/bin/paplay"
PATH=$work/bin:$PATH

up_to_its_first_breach "$video" "$work/clip.mp4"  # it is taken back later
open_window

echo "a breach is told and heard"
follow_recording "$work/clip.mp4"
wait_stored 120 is_told || fail "no breach was told"
wait_for 10 test -s "$work/rang" || fail "the breach was not heard"
sleep 4                    # to the clip's end
taken_back && fail "it is taken back already"

echo "what it was is asked for, and given up"
before=$(breach)
xdotool key m
sleep 1
xdotool key Escape
sleep 1
[[ $(breach) == "$before" ]] || fail "Escape changed the move"

echo "a second look finds the same"
picture() { import -window root "$work/$1.png"; }
picture card
xdotool key l
sleep 3
picture looked
(($(compare -metric AE "$work/card.png" "$work/looked.png" null: 2>&1 | cut -d. -f1) > 3000)) || fail "nothing is said of the second look"
[[ $(breach) == "$before" ]] || fail "a second look changed the move"

echo "it was taken back"
xdotool key b
wait_stored 10 taken_back || fail "that it was taken back is not stored"
[[ $(wc -l <"$work/rang") == 1 ]] || fail "the breach was heard $(wc -l <"$work/rang") times"

echo "the sound is switched off"
click 1235 29              # "Settings"
click 1006 124             # "Sound when a rule is broken"
wait_for 5 grep -q '"sound": false' "$XDG_CONFIG_HOME/octoscope/settings.json" || fail "the switch was not kept"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
