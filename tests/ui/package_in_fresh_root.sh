#!/usr/bin/env bash
# A Debian package tried as its user would: installed in a Debian that has nothing yet, its demo and its window started there,
# removed, nothing left. As root, with debootstrap and apt's network. Usage: package_in_fresh_root.sh PACKAGE.deb
set -euo pipefail

package=$1
mirror=${OCTO_MIRROR:-http://deb.debian.org/debian}
root=$(mktemp -d /var/tmp/octoscope-root.XXXXXX)
chmod 755 "$root"  # apt downloads as a user of its own
clean() {
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap clean EXIT
fail() { echo "failed: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

echo "a new Debian 12 in $root"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail -5 "$root.log" >&2; fail "debootstrap"; }
rm -f "$root.log"
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true  # as this machine reaches its mirror
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
mount -t proc proc "$root/proc"
cp "$package" "$root/octoscope.deb"

echo "installing"
inside apt-get -qq update
inside apt-get -qq -y --no-install-recommends install /octoscope.deb >/dev/null
inside octoscope --version

echo "the demo, without a display"
inside octoscope demo --headless --db /tmp/games.db --picture /tmp/demo.png >"$root/tmp/events"
grep -q '"stored"' "$root/tmp/events" || fail "the demo stored no game"
[[ $(inside octoscope history list --db /tmp/games.db | wc -l) == 1 ]] || fail "the game is not in the list"
[[ -s $root/tmp/demo.png ]] || fail "the demo left no picture"
events=$(grep -c '"legal"' "$root/tmp/events" || true)

echo "the window, under a virtual display"
inside apt-get -qq -y --no-install-recommends install xvfb xauth xdotool >/dev/null
inside xvfb-run -a -s '-screen 0 1280x720x24 -noreset' bash -c '
  octoscope & window=$!
  for _ in $(seq 80); do xdotool search --name "^Octoscope$" >/dev/null 2>&1 && break; sleep 0.25; done
  xdotool search --name "^Octoscope$" >/dev/null || exit 1
  sleep 2
  kill -0 $window || exit 1
  xdotool key ctrl+q
  wait $window' || fail "the window did not start and close"

echo "removing"
inside apt-get -qq -y purge octoscope >/dev/null
left=$(cd "$root" && find usr etc var/lib -name '*octoscope*' -not -path 'var/lib/dpkg/*' -not -path 'var/lib/apt/*')
[[ -z $left ]] || fail "left behind: $left"
echo "done: installed, $events events followed, window started, removed"
