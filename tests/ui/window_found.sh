#!/usr/bin/env bash
# The game and its players found from the table that a recording shows, and what was chosen by hand before kept. Judged by
# the form that is remembered with the start. Usage: window_found.sh OCTOSCOPE VIDEO, of Oct8 for two. Exits 77 (skipped)
# where a tool or the recording is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg
with_recording "$@"
in_a_display "$@"
started_with() { grep -q "\"game\": \"$1\"" "$XDG_CONFIG_HOME/octoscope/settings.json" 2>/dev/null; }
evidence() { cat "$XDG_CONFIG_HOME/octoscope/settings.json"; }
choose_recording() {
  click 910 150              # "Recording"
  click 900 192              # its path
  xdotool key ctrl+a
  xdotool type --delay 40 "$work/clip.mp4"
  xdotool key Return         # it is whole
  sleep 8                    # its first picture is looked at
}
ffmpeg -v error -t 4 -i "$video" -c copy "$work/clip.mp4"

echo "nothing was chosen: the game is the table's"
open_window
choose_recording
click 124 668                # "Start"
wait_for 20 started_with oct8 || fail "the game on the table was not taken"
close_window

echo "what was chosen by hand stays"
rm -rf "$XDG_CONFIG_HOME"
open_window
click 220 159                # "The OCTAL"
choose_recording
click 124 668
wait_for 20 started_with octal || fail "the chosen game was not kept"
close_window
echo "done"
