#!/usr/bin/env bash
# A first start in the real window: it speaks the system's language, the demo button leads to a followed game, the game is
# printed, and what was chosen is there again at the next start. Judged by store, settings and files.
# Usage: window_start.sh OCTOSCOPE. Exits 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
need xvfb-run xdotool

in_a_display "$@"
export HOME=$work/home LC_ALL=de_DE.UTF-8
mkdir -p "$HOME"
settings=$XDG_CONFIG_HOME/octoscope/settings.json
evidence() { "$program" history list; }

open_window
echo "one click on the demo leads to the first move"
click 486 107              # "Demo ansehen"
wait_stored 60 at_least 1 || fail "no move was followed"
click 250 29               # the form again, beside the game that goes on

echo "the game is printed from the window"
click 650 107              # "Spiel drucken…"
click 437 487              # "Speichern"
wait_for 60 test -s "$HOME/octoscope-octagone-a4.pdf" || fail "no PDF lies in the home folder"
head -c 5 "$HOME/octoscope-octagone-a4.pdf" | grep -q '%PDF-' || fail "what was printed is no PDF"

echo "what is chosen is there again at the next start"
click 330 159              # Oct8
click 230 210              # 3 players
click 150 252              # the first name
xdotool type --delay 40 "Ida"
follow_recording "/nonexistent/film.mp4"
xdotool key Return         # the demo is no longer followed
sleep 1
wait_for 10 grep -q '"Ida"' "$settings" || fail "the form was not remembered"
close_window
open_window
rm "$settings"
click 124 668              # "Los geht's", and nothing else
wait_for 10 test -s "$settings" || fail "nothing was started from the remembered form"
for what in '"oct8"' '"Ida"' '/nonexistent/film.mp4'; do
  grep -q "$what" "$settings" || fail "$what was not remembered"
done

echo "broken settings do not stop a start, and another language is kept"
close_window
echo '{"form":[' > "$settings"
open_window
click 1106 29              # "DE"
click 1085 72              # "English", the first
wait_for 10 grep -q '"language": "en"' "$settings" || fail "the language was not kept"
close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
