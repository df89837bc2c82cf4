#!/usr/bin/env bash
# A table on which a game lay before the window was opened, in Oct8, Octa and Octagone: taken as it lies with the button,
# and in Oct8 by itself where nobody says anything. Judged by the events that the store has. Usage: window_taken.sh
# OCTOSCOPE RECORDINGS, the folder of the bundled ones. Exits 77 (skipped) where a tool or a recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg
with_recording "$1" "$2/oct8_demo/video.mp4"
in_a_display "$@"
evidence() { "$program" history show 1; }

# A table that lies still for a minute, as a recording of the game shows it at that second: GAME SECOND.
still_table() {
  ffmpeg -v error -ss "$2" -i "$(dirname "$video")/../$1_demo/video.mp4" -frames:v 1 "$work/$1.png"
  ffmpeg -v error -loop 1 -framerate 5 -i "$work/$1.png" -t $((60 * patience)) -c:v libx264 -preset ultrafast \
    -pix_fmt yuv420p "$work/$1.mp4"
}
follow_table() {  # GAME
  rm -rf "$XDG_CONFIG_HOME" "$XDG_DATA_HOME"
  mkdir -p "$XDG_CONFIG_HOME/octoscope"
  printf '{"form":{"game":"%s","players":2,"source":"recording","places":["","%s",""]}}' "$1" "$work/$1.mp4" \
    >"$XDG_CONFIG_HOME/octoscope/settings.json"
  open_window
  click 124 668              # "Start"
}
is_taken() { "$program" history show 1 2>/dev/null | grep -q '"do":"position"'; }
accuses_nobody() { [[ -z $(breach) ]]; }

for table in "oct8 45.6" "octa 58.3" "octagone 60.5"; do
  read -r game second <<<"$table"
  echo "$game: taken with the button"
  still_table "$game" "$second"
  follow_table "$game"
  sleep 6                    # the table is found, read, and said not to match
  click 258 180              # "Take the table as it is"
  wait_stored 8 is_taken || fail "$game was not taken"
  accuses_nobody || fail "$game: somebody is accused"
  close_window
done

echo "by itself"
follow_table oct8
wait_stored 45 is_taken || fail "nothing was taken by itself"
close_window
echo "done"
