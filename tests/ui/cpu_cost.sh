#!/usr/bin/env bash
# What following a 1080p30 recording costs, in per cent of one core (the process's own time on the processor, not the
# clock's), and how often its threads are woken in a second: decoding alone as the baseline, `track --realtime`, and the
# window at 1600x900 with software OpenGL; and the window with nothing to do. One JSON line each. Usage: cpu_cost.sh OCTOSCOPE VIDEO [SECONDS]. Exits 77 where a tool is
# missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/window_common.sh"

need xvfb-run xdotool ffmpeg
with_recording "$1" "$2"
seconds=${3:-25}
screen=1600x900
in_a_display "$@"
export LIBGL_ALWAYS_SOFTWARE=1

ticks() { awk '{print $14 + $15}' "/proc/$1/stat"; }  # user and system time of the process
# Times that its threads have waited for something: after each they were woken.
waits() { cat "/proc/$1/task"/*/status | awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'; }
# cost NAME PID SECONDS: how much of a core the process takes from now on.
cost() {
  local before after start end waited
  before=$(ticks "$2"); waited=$(waits "$2"); start=$(date +%s.%N)
  sleep "$3"
  after=$(ticks "$2"); waited=$(($(waits "$2") - waited)); end=$(date +%s.%N)
  awk -v name="$1" -v ticks=$((after - before)) -v waits="$waited" -v hz="$(getconf CLK_TCK)" -v start="$start" -v end="$end" \
    'BEGIN { s = end - start; printf "{\"what\":\"%s\",\"seconds\":%.1f,\"percent_of_a_core\":%.1f,\"wakeups_a_second\":%.1f}\n", name, s, 100 * ticks / hz / s, waits / s }'
}

# Longer than what is measured of it.
ffmpeg -v error -t $((seconds + 12)) -i "$video" -vf scale=1920:1080 -r 30 -c:v libx264 -preset veryfast -crf 20 -an "$work/full.mp4"

ffmpeg -v error -threads 1 -re -i "$work/full.mp4" -f null - & pid=$!
sleep 3
cost "decoding alone" $pid "$seconds"
kill $pid; wait $pid 2>/dev/null || true

"$program" track --game octagone --source "$work/full.mp4" --realtime --db "$work/track.db" >/dev/null 2>&1 & pid=$!
sleep 5
cost "following without a window" $pid "$seconds"
kill $pid; wait $pid 2>/dev/null || true

mkdir -p "$XDG_CONFIG_HOME/octoscope"
printf '{"form":{"game":"octagone","players":2,"source":"recording","places":["","%s",""]}}' "$work/full.mp4" >"$XDG_CONFIG_HOME/octoscope/settings.json"
"$program" & window=$!
wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
xdotool search --name '^Octoscope$' windowmove 0 0 windowsize 1600 900
xdotool mousemove 800 860
sleep 6
cost "window, nothing to do" $window 10
click 284 761              # "Start"
xdotool mousemove 800 860
sleep 3
cost "window following" $window "$seconds"
at_least 1 || fail "nothing was followed"
xdotool key ctrl+q
wait $window || true
