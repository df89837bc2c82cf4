#!/usr/bin/env bash
# What `cmake --install` puts on a machine: the program finds its recordings there, manual, completion and desktop entry are
# whole and speak of the same commands. Usage: package_install.sh BUILD_FOLDER
set -euo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "failed: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/usr" >/dev/null
program=$work/usr/bin/octoscope
share=$work/usr/share
[[ $("$program" --version) =~ ^octoscope\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version says $("$program" --version)"

echo "every command of the program is in the manual, and the other way round"
commands=$("$program" --help | sed -nE '/^Subcommands:/,$ s/^  ([a-z]+).*/\1/p')
manual=$(zcat "$share/man/man1/octoscope.1.gz" | sed -nE '/^\.SH COMMANDS/,/^\.PP/ s/^\.B ([a-z]+)$/\1/p')
[[ -n $commands && $commands == "$manual" ]] || fail "commands: $commands; in the manual: $manual"
for option in $("$program" --help | sed -nE 's/^  (-[A-Za-z],)?(--[a-z-]+).*/\2/p'); do
  zcat "$share/man/man1/octoscope.1.gz" | tr -d '\\' | grep -qE -- "$option\b" || fail "$option is not in the manual"
done

echo "bash completes commands, options and games"
complete_words() {  # WORDS…: what is offered for the last of them
  PATH=$work/usr/bin:$PATH bash -c '
    source "$0"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _octoscope
    printf "%s\n" "${COMPREPLY[@]}"' "$share/bash-completion/completions/octoscope" "$@"
}
[[ $(complete_words octoscope tr) == track ]] || fail "octoscope tr: $(complete_words octoscope tr)"
[[ $(complete_words octoscope track --rea) == --realtime ]] || fail "track --rea: $(complete_words octoscope track --rea)"
[[ $(complete_words octoscope history exp) == export ]] || fail "history exp: $(complete_words octoscope history exp)"
[[ $(complete_words octoscope print --game octag) == octagone ]] || fail "no game is offered"

echo "the desktop entry starts the program that was installed and has its icon"
entry=$share/applications/octoscope.desktop
grep -qx 'Exec=octoscope' "$entry" || fail "the entry starts something else"
grep -qx 'Icon=octoscope' "$entry" && [[ -s $share/icons/hicolor/scalable/apps/octoscope.svg ]] || fail "there is no icon"
grep -q '^License: MIT' "$share/doc/octoscope/copyright" || fail "there is no licence"
! command -v desktop-file-validate >/dev/null || desktop-file-validate "$entry" || fail "the desktop entry is malformed"

echo "the installed recordings are the ones it plays"
for game in octagone octal oct8 octa; do
  [[ -s $share/octoscope/recordings/${game}_demo/video.mp4 ]] || fail "$game: no recording"
done
printf 'broken\n' >"$share/octoscope/recordings/octal_demo/game.octo.jsonl"
said=$("$program" demo --headless --game octal --db "$work/games.db" 2>&1) && fail "a broken recording was played"
[[ $said == *"$share/octoscope/recordings/octal_demo/"* ]] || fail "it looked elsewhere: $said"
echo "done"
