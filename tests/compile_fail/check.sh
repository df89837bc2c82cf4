#!/usr/bin/env bash
# check.sh SOURCE COMPILER FLAGS…: the source compiles as it is, and with CASE=1, CASE=2 … it does not.
set -euo pipefail
source=$1
shift
"$@" -fsyntax-only -DCASE=0 "$source" || { echo "$source: does not compile as it is" >&2; exit 1; }
cases=$(grep -oE 'CASE (==|!=) [0-9]+' "$source" | grep -oE '[0-9]+' | sort -un)
[[ -n $cases ]] || { echo "$source: has no case" >&2; exit 1; }
for each in $cases; do
  if "$@" -fsyntax-only "-DCASE=$each" "$source" 2>/dev/null; then
    echo "$source: case $each compiles and must not" >&2
    exit 1
  fi
done
