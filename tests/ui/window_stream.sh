#!/usr/bin/env bash
# A game followed from a stream whose server dies and comes back: the window says so and goes on with the game. Then the
# window is closed in the middle of the game, which is gone on with from the start form. Judged by the store and by
# pictures of the window. Usage: window_stream.sh OCTOSCOPE VIDEO. Exits 77 (skipped) where a tool or the recording is
# missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg import
with_recording "$@"

in_a_display "$@"
evidence() { "$program" history list; "$program" history show 1; }
port=$((20000 + $$ % 20000))
address="http://127.0.0.1:$port/table"
server=
# serve FROM: whoever asks is sent the recording from that second on, as fast as it was filmed.
serve() {
  while :; do
    ffmpeg -v quiet -re -ss "$1" -i "$work/table.ts" -c copy -f mpegts -listen 1 "$address" || true
    sleep 0.2
  done &
  server=$!
}
dies() {
  kill -STOP "$server"     # it starts no other meanwhile
  pkill -P "$server" || true
  kill -KILL "$server"
  wait "$server" 2>/dev/null || true
}
trap 'dies 2>/dev/null || true; kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
# The bar beside what the window says it does is red, not green or amber.
is_lost() {
  local red green
  read -r red green < <(import -window root -crop 1x1+27+105 +repage -depth 8 rgb:- | od -An -tu1 -N2)
  ((10 * red > 16 * green))
}
is_there() { ! is_lost; }

# Every picture of its own, so that it can be begun anywhere.
ffmpeg -v error -t 40 -i "$video" -vf scale=1280:-2 -r 15 -c:v libx264 -preset ultrafast -crf 20 -g 1 -an "$work/table.ts"
serve 0
open_window

echo "a game starts from a stream's address"
click 990 150              # "Stream"
click 900 192              # its address
xdotool type --delay 40 "$address"
sleep 0.4
click 124 668              # "Start"
wait_stored 90 at_least 2 || fail "no moves were followed"
wait_for 5 is_there || fail "the picture is said to be lost while it is there"

echo "the server dies: the window says so and stays alive"
dies
before=$(events)
wait_for 30 is_lost || fail "it is not said that the picture is lost"
sleep 3
kill -0 "$window" || fail "the window went with the stream"

echo "it comes back, and the game goes on"
serve 9
wait_stored 60 at_least $((before + 1)) || fail "the game did not go on after $before moves"
wait_for 5 is_there || fail "the picture is said to be lost although it is back"

echo "closed in the middle, the game waits in the start form and is gone on with"
close_window
before=$(events)
dies
serve 13
open_window
click 817 612              # "Continue"
wait_stored 90 at_least $((before + 1)) || fail "the game was not gone on with after $before moves"
[[ $("$program" history list | wc -l) == 1 ]] || fail "another game was begun"

close_window
"$program" history verify >/dev/null || fail "the store is not whole"
echo "done"
