#!/bin/bash
# Follows docs/guides/debian.md on a bare Debian 13: follow-guide.sh CLONE FOLDER
# It makes the Debian below FOLDER, installs into it, and plays a game by mail there, in a network of its own.
set -euo pipefail
# What it mounts is seen by itself alone, and goes with it.
[ -n "${NEXPOST_MOUNTS:-}" ] || NEXPOST_MOUNTS=own exec unshare --mount "$0" "$@"
clone=$1 folder=$2
debian=$folder/debian
here=$(cd "$(dirname "$0")" && pwd)

# commands_of FIRST LAST: the commands of these steps of the guide, for a domain that does not exist.
commands_of() {
  awk -v first="$1" -v last="$2" '
    /^## /    { step = $2 + 0 }
    /^```/    { isCommand = ($0 == "```sh"); next }
    isCommand && step >= first && step <= last' "$clone/docs/guides/debian.md" | sed 's/example\.org/club.test/g'
}

inside() { chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

echo '== a bare Debian'
mkdir -p "$folder"
[ -x "$debian/usr/bin/apt-get" ] || debootstrap --variant=minbase trixie "$debian"
printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"
chmod 755 "$debian/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
mount -t proc proc "$debian/proc"
mount --rbind /dev "$debian/dev"

echo '== the package'
"$clone/config/package/make-deb.sh" "$debian/srv"

echo '== steps 2 to 5'
inside apt-get update -q
# The programs of the test itself: a name server, and addresses.
inside apt-get install -q -y --no-install-recommends dnsmasq-base iproute2 openssl
inside debconf-set-selections <<<'postfix postfix/main_mailer_type select Internet Site'
{ echo 'set -eux; cd /srv'; commands_of 2 5; } | inside bash

echo '== in a network of its own'
cp "$here/inside.sh" "$here/players.mjs" "$debian/srv/"
unshare --net --pid --fork --kill-child chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin bash /srv/inside.sh
