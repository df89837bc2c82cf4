# How every test of the real window begins; sourced. Judged is what the window leaves behind: settings, store, exit status.

# need TOOL…: exits 77 (skipped) where one is missing.
need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
  done
}

# with_recording PROGRAM VIDEO: what most tests are called with; skipped where the recording is missing.
with_recording() {
  program=$1
  video=$2
  [[ -f $video ]] || { echo "skipped: no recording $video"; exit 77; }
}

# in_a_display ARGS…: the test runs again, with its arguments, under a virtual display, with a home of its own in $work.
# $screen is its size in px. Between two programs the server would begin anew, and be without a display meanwhile.
in_a_display() {
  [[ ${OCTO_IN_DISPLAY:-} == yes ]] ||
    OCTO_IN_DISPLAY=yes exec xvfb-run -a -s "-screen 0 ${screen:-1280x720}x24 -noreset" "$0" "$@"
  work=$(mktemp -d)
  trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
  export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
}

# What a failed test may show of itself, besides the reason; a test may have more to say.
evidence() { :; }
fail() {
  echo "failed: $*" >&2
  evidence >&2 || true
  exit 1
}

# Where the program is slower, as with a sanitizer, everything that waits for it waits so many times as long.
patience=${OCTO_PATIENCE:-1}
sleep() { command sleep "$(awk "BEGIN { print $1 * $patience }")"; }
wait_for() {  # SECONDS COMMAND…: until the command succeeds
  local end=$((SECONDS + $1 * patience))
  shift
  until "$@"; do ((SECONDS < end)) || return 1; command sleep 0.5; done
}
# wait_stored SECONDS COMMAND…: until the command, which asks the store, succeeds. Asking takes a third of a second of a
# processor: it is asked again once the store has been written, or after some seconds.
wait_stored() {
  local end=$((SECONDS + $1 * patience)) asked=$work/asked
  shift
  while touch "$asked"; ! "$@"; do
    for _ in {1..8}; do
      ((SECONDS < end)) || return 1
      command sleep 0.4
      [[ -z $(find "$XDG_DATA_HOME" -newer "$asked" -print -quit 2>/dev/null) ]] || break
    done
  done
}
click() { xdotool mousemove "$1" "$2"; sleep 0.4; xdotool click "${3:-1}"; sleep 0.8; }  # X Y [BUTTON]
open_window() {
  "$program" &
  window=$!
  wait_for 30 xdotool search --name '^Octoscope$' >/dev/null 2>&1 || fail "no window appeared"
  sleep 2
}
close_window() {
  xdotool key ctrl+q
  wait "$window" || fail "exit status $? after Ctrl+Q"
}
follow_recording() {  # FILE: by the start form
  click 910 150              # "Recording"
  click 900 192              # its path
  xdotool type --delay 40 "$1"
  sleep 0.4
  click 124 668              # "Start"
}
# The moves that are breaches, as the store has them.
breach() { "$program" history show 1 2>/dev/null | grep '"legal":false' || true; }
is_told() { [[ -n $(breach) ]]; }
up_to_its_first_breach() { ffmpeg -v error -t 40.9 -i "$1" -c copy "$2"; }  # of Octagone's bundled recording: VIDEO CLIP
events() { "$program" history show 1 2>/dev/null | grep -c '"n":' || true; }
at_least() { (($(events) >= $1)); }
