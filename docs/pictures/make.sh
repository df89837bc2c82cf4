#!/usr/bin/env bash
# Draws the pictures of the guides anew: make.sh BIN, the folder with octoscope and panel_gallery (./octo pictures).
# Screens come from made-up snapshots; the film is the real window on the bundled recording, from some moves before the
# first breach until it has been taken back.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
size=1440x810

if [[ ${2:-} == film ]]; then # under the virtual display
  work=$3
  "$bin/octoscope" demo --db "$work/games.db" 2>"$work/log" &
  window=$!
  ffmpeg -nostdin -loglevel error -f x11grab -framerate 5 -draw_mouse 0 -video_size "$size" -i "$DISPLAY" -c:v libx264 -preset ultrafast -qp 0 "$work/film.mkv" &
  camera=$!
  trap 'kill "$window" "$camera" 2>/dev/null || true' EXIT
  breaches() { sqlite3 -readonly "$work/games.db" "SELECT count(*) FROM event WHERE legal = 0" 2>/dev/null || echo 0; }
  takenBack() { sqlite3 -readonly "$work/games.db" "SELECT count(*) FROM event WHERE legal = 0 AND event LIKE '%taken_back%'" 2>/dev/null || echo 0; }
  waitFor() { # at most three minutes
    local n
    for ((n = 0; n < 360; ++n)); do
      (($("$1") == 0)) || return 0
      kill -0 "$window" || { cat "$work/log" >&2; return 1; }
      sleep 0.5
    done
    echo "no breach was seen" >&2
    return 1
  }
  waitFor breaches
  waitFor takenBack
  sleep 4
  kill -INT "$camera"
  wait "$camera" || true
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for screen in start-octagone-four live-question history replay; do
  xvfb-run -a -s '-screen 0 1280x720x24' "$bin/panel_gallery" "$work" 1280x720 1 "$screen"
  file=$work/1280x720-$screen.png
  [[ -e $file ]] || { echo "panel_gallery draws no screen $screen" >&2; exit 1; }
  convert "$file" -strip -resize 960x -colors 128 "PNG8:$here/${screen%%-octagone-four}.png"
done

# What a camera sees of each game, from the bundled recordings.
recordings=$here/../../datasets/recordings
for game in octagone octal oct8 octa; do
  ffmpeg -nostdin -loglevel error -y -sseof -8 -i "$recordings/${game}_demo/video.mp4" -frames:v 1 "$work/$game.png"
done
montage "$work"/{octagone,octal,oct8,octa}.png -tile 2x2 -geometry 480x270+3+3 -strip -quality 82 "$here/tables.jpg"

xvfb-run -a -s "-screen 0 ${size}x24" "$0" "$bin" film "$work"
# The last 26 seconds, twice as fast.
ffmpeg -nostdin -loglevel error -y -sseof -26 -i "$work/film.mkv" -vf 'setpts=PTS/2,fps=6,scale=960:-2:flags=lanczos' \
  -c:v libwebp_anim -quality 70 -compression_level 6 -loop 0 "$here/following.webp"
ls -l "$here"
