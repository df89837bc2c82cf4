#!/usr/bin/env bash
# A bought edition is taught in the real window, from films of its pieces: half of it, and after a restart the rest. Then
# it is finished and can be chosen. Judged by the folders of editions. Usage: window_teach.sh OCTOSCOPE OCTO-DATASETS. Exits
# 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
workshop=$2
need xvfb-run xdotool ffmpeg convert

in_a_display "$@"
half=$XDG_DATA_HOME/octoscope/teaching/Alt-Neu/edition.toml
whole=$XDG_DATA_HOME/octoscope/editions/Alt-Neu
evidence() { find "$XDG_DATA_HOME" -type f; cat "$half"; }
has() { grep -q "piece = .shield:$1.$" "$half" 2>/dev/null; }
taught() { has "$1" && grep -A8 "shield:$1" "$half" | grep -q "shield_$1_2.png"; }

"$workshop" invent --game octagone --style ornate --seed 3 --out "$work/edition"
table=(-size 960x600 xc:"#5a6a72")
# laid COLOUR X Y: that shield on the table.
laid() {
  convert "${table[@]}" \( "$work/edition/shield_$1.png" -resize "150x150!" \
    \( -size 150x150 xc:black -fill white -draw "polygon 44,0 106,0 149,44 149,106 106,149 44,149 0,106 0,44" \) \
    -alpha off -compose CopyOpacity -composite \) -compose over -geometry "+$2+$3" -composite -blur 0x0.7 "$work/$1-$2.jpg"
  printf "file '%s'\nduration $((3 * patience))\n" "$work/$1-$2.jpg" >>"$work/list"
}
# film FILE COLOUR…: a bare table, then each shield in two places, as long as somebody lets it lie.
film() {
  local file=$1 colour
  shift
  convert "${table[@]}" "$work/bare.jpg"
  printf "file '%s'\nduration $((8 * patience))\n" "$work/bare.jpg" >"$work/list"
  for colour; do
    laid "$colour" 380 220
    laid "$colour" 430 250
  done
  printf "file '%s'\nduration 2\n" "$work/bare.jpg" "$work/bare.jpg" >>"$work/list"
  ffmpeg -v error -y -f concat -safe 0 -i "$work/list" -vf fps=10 -c:v libx264 -preset ultrafast -crf 12 -pix_fmt yuv420p -an "$file"
}
film "$work/one.mp4" red orange
film "$work/two.mp4" yellow
# teach FILM: the recording is chosen and the small window opened.
teach() {
  click 910 150            # "Recording"
  click 900 192            # its path
  xdotool key ctrl+a
  xdotool type --delay 40 "$1"
  sleep 0.4
  click 498 468            # "Teach a bought edition…"
}

open_window
echo "an edition is taught piece by piece"
teach "$work/one.mp4"
xdotool type --delay 40 "Alt/Neu"
xdotool key Return
sleep 2
xdotool key Next           # not the board
wait_for 60 taught red || fail "the first shield was not taken twice"
wait_for 60 taught orange || fail "the next shield was not taken twice"
has yellow && fail "a shield was taken that nobody showed"
[[ -e $whole ]] && fail "what is half taught lies among the editions"

echo "after a restart it is gone on with"
close_window
open_window
teach "$work/two.mp4"
click 460 460              # the half taught edition
sleep 2
xdotool key Next           # not the board
wait_for 60 taught yellow || fail "the third shield was not taken twice"
taught red || fail "what was taught before is lost"

echo "it is finished, and read by the program"
click 1018 666             # "Finish"
wait_for 30 test -s "$whole/edition.toml" || fail "the edition was not finished"
[[ -e $half ]] && fail "it still lies among the half taught ones"
"$program" edition check "$whole" >/dev/null || fail "the edition is not sound"
grep -q 'name = .Alt/Neu.' "$whole/edition.toml" || fail "the edition has lost its name"
sleep 1
click 124 668              # "Start"
wait_for 10 grep -q '"octagone": "Alt-Neu"' "$XDG_CONFIG_HOME/octoscope/settings.json" || fail "it is not played with"
close_window
echo "done"
