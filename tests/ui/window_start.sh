#!/usr/bin/env bash
# A first start in the real window: it speaks the system's language, the demo button leads to a followed game, the game is
# printed, and what was chosen is there again at the next start. Judged by store, settings and files.
# Usage: window_start.sh OCTOSCOPE. Exits 77 (skipped) where a tool is missing.
set -euo pipefail

program=$1
for tool in xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

if [[ ${2:-} != inside ]]; then
  exec xvfb-run -a -s '-screen 0 1280x720x24' "$0" "$program" inside
fi

work=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data HOME=$work/home
mkdir -p "$HOME"
settings=$XDG_CONFIG_HOME/octoscope/settings.json
fail() { echo "failed: $*" >&2; "$program" history list >&2 || true; exit 1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click 1; sleep 0.8; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; sleep 0.5; done
}
open_window() {
  LC_ALL=de_DE.UTF-8 "$program" &
  window=$!
  wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
  sleep 2
}
close_window() {
  xdotool key ctrl+q
  wait "$window" || fail "exit status $? after Ctrl+Q"
}
events() { "$program" history show 1 2>/dev/null | grep -c '"n":' || true; }
some_event() { (($(events) >= 1)); }

open_window
echo "one click on the demo leads to the first move"
click 486 107              # "Demo ansehen"
wait_for 60 some_event || fail "no move was followed"
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
click 910 150              # "Aufnahme"
click 900 192              # its path
xdotool type --delay 40 "/nonexistent/film.mp4"
sleep 0.4
click 124 668              # "Los geht's"
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
click 1181 29              # "DE"
click 1200 51              # "English", the first
wait_for 10 grep -q '"language": "en"' "$settings" || fail "the language was not kept"
close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
