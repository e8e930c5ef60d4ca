#!/bin/sh
# Builds a Debian package of this clone, with its libraries: config/package/make-deb.sh [FOLDER]
# It needs npm and dpkg-deb, and is of the machine's own architecture, since two libraries hold native code.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(cd "${1:-.}" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"

cd "$root"
[ -d node_modules ] || npm ci
version=$(node -p 'require("./package.json").version')
architecture=$(dpkg --print-architecture)
tarball=$(npm pack --silent --pack-destination "$stage" | tail -n 1)

# The libraries of the lock file, without what only the build needs.
lib=$stage/tree/usr/lib/nexpost
mkdir -p "$lib" "$stage/tree/DEBIAN" "$stage/tree/usr/bin" "$stage/tree/usr/lib/systemd/system"
tar --extract --gzip --file "$stage/$tarball" --directory "$lib" --strip-components=1
rm "$stage/$tarball"
cp package-lock.json "$lib"
npm ci --prefix "$lib" --omit=dev --ignore-scripts --no-audit --no-fund --silent
rm -r "$lib/package-lock.json" "$lib/node_modules/esbuild" "$lib/node_modules/@esbuild"
ln -s ../lib/nexpost/bin/nexpost.mjs "$stage/tree/usr/bin/nexpost"
chmod 755 "$lib/bin/nexpost.mjs"
cp config/nexpost.service "$stage/tree/usr/lib/systemd/system/nexpost.service"

cat >"$stage/tree/DEBIAN/control" <<EOF
Package: nexpost
Version: $version
Architecture: $architecture
Maintainer: the nexpost maintainers <nexpost@localhost>
Depends: nodejs (>= 20.19), adduser, ca-certificates
Section: games
Priority: optional
Installed-Size: $(du -sk "$stage/tree" | cut -f 1)
Description: board games by email
 Players challenge a friend by mail, send moves by replying, and find the new
 board in their inbox. The service reads a mailbox by IMAP or takes mail by LMTP.
EOF

cat >"$stage/tree/DEBIAN/postinst" <<'EOF'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --quiet --system --group --home /var/lib/nexpost --no-create-home nexpost
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # A new version of a service that runs.
    [ -z "$2" ] || systemctl try-restart nexpost.service
  fi
  [ -n "$2" ] || echo 'nexpost is installed. Next: nexpost init --config /etc/nexpost.json'
fi
EOF

cat >"$stage/tree/DEBIAN/prerm" <<'EOF'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now nexpost.service
fi
EOF

# Games, accounts and the configuration stay, also when the package is purged.
cat >"$stage/tree/DEBIAN/postrm" <<'EOF'
#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
[ "$1" != purge ] || echo '/var/lib/nexpost and /etc/nexpost.json are kept. Remove them by hand.'
EOF
chmod 755 "$stage/tree/DEBIAN/postinst" "$stage/tree/DEBIAN/prerm" "$stage/tree/DEBIAN/postrm"

dpkg-deb --root-owner-group --build "$stage/tree" "$out/nexpost_${version}_$architecture.deb"
