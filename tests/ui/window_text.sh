#!/usr/bin/env bash
# The text size chosen in the settings: kept, larger on the screen at once and at the next start. Judged by the settings
# and by pictures of the window. Usage: window_text.sh OCTOSCOPE. Exits 77 (skipped) where a tool is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

program=$1
need xvfb-run xdotool import compare
in_a_display "$@"
picture() { import -window root "$work/$1.png"; }
# How many pixels differ between two pictures of the window.
differing() { compare -metric AE "$work/$1.png" "$work/$2.png" null: 2>&1 | cut -d. -f1; }
kept() { grep -q "\"text_size\": $1" "$XDG_CONFIG_HOME/octoscope/settings.json"; }
choose() {  # X of the size among the sizes
  click 1235 29            # "Settings"
  click "$1" 189
  xdotool key Escape
  sleep 1
}

open_window
xdotool mousemove 640 715
sleep 1
picture ordinary
echo "a larger text is seen at once and kept"
choose 1131                # 150 %
wait_for 5 kept 1.5 || fail "the size is not kept"
xdotool mousemove 640 715
sleep 1
picture larger
(($(differing ordinary larger) > 20000)) || fail "nothing became larger"
close_window

echo "it is as large at the next start"
open_window
xdotool mousemove 640 715
sleep 1
picture again
(($(differing larger again) < 3000)) || fail "the next start has another size"
close_window
echo "done"
