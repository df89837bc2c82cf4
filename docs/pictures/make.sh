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
  waitFor() { # at most five minutes
    local n
    for ((n = 0; n < 600; ++n)); do
      (($("$1") == 0)) || return 0
      kill -0 "$window" || { cat "$work/log" >&2; return 1; }
      sleep 0.5
    done
    echo "no breach was seen" >&2
    return 1
  }
  waitFor breaches
  named=$SECONDS
  waitFor takenBack
  sleep 4
  echo $((SECONDS - named + 14)) >"$work/length"
  kill -INT "$camera"
  wait "$camera" || true
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Screen of the gallery: name of the picture.
for screen in form-camera-en:start say-octal-card:correction replay-octagone-two:replay; do
  xvfb-run -a -s '-screen 0 1280x720x24' "$bin/panel_gallery" "$work" 1280x720 1 "${screen%:*}"
  file=$work/1280x720-${screen%:*}.png
  [[ -e $file ]] || { echo "panel_gallery draws no screen ${screen%:*}" >&2; exit 1; }
  part=(-resize 960x)
  [[ $screen != *:correction ]] || part=(-crop 392x247+642+360 +repage)  # what was clicked, without the made-up table
  convert "$file" -strip "${part[@]}" -colors 128 "PNG8:$here/${screen#*:}.png"
done

# What a camera sees of each game, from the bundled recordings.
recordings=$here/../../datasets/recordings
for game in octagone octal oct8 octa; do
  ffmpeg -nostdin -loglevel error -y -sseof -8 -i "$recordings/${game}_demo/video.mp4" -frames:v 1 "$work/$game.png"
done
montage "$work"/{octagone,octal,oct8,octa}.png -tile 2x2 -geometry 480x270+3+3 -strip -quality 82 "$here/tables.jpg"

xvfb-run -a -s "-screen 0 ${size}x24" "$0" "$bin" film "$work"
# From some seconds before the breach to the end, in some twelve seconds.
length=$(<"$work/length")
ffmpeg -nostdin -loglevel error -y -sseof "-$length" -i "$work/film.mkv" \
  -vf "setpts=PTS*12/$length,fps=6,scale=960:-2:flags=lanczos" \
  -c:v libwebp_anim -quality 70 -compression_level 6 -loop 0 "$here/following.webp"
ls -l "$here"
