#!/usr/bin/env bash
# check.sh SCRIPT.py ARGUMENTS…: runs a checking script; exits 77 (skipped) where Python is missing.
set -euo pipefail
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
exec python3 "$@"
