#!/bin/sh
# Creates the lower layer of the container image (a distroless base): only what Node needs of Debian, no
# shell and no package manager. Used by the Dockerfile and `npm run release`: base-layer.sh FILE.tar
set -eu
packages='base-files,libc6,libstdc++6,libgcc-s1,gcc-14-base'
all=$(mktemp)
trap 'rm -f "$all"' EXIT

# The list of installed packages, where vulnerability scanners look for it.
status="APT_CONFIG=\$MMDEBSTRAP_APT_CONFIG apt-cache show --no-all-versions $(echo "$packages" | tr ',' ' ') |
  sed -e '/^Package: /a Status: install ok installed' -e '/^\\(Filename\\|Size\\|MD5sum\\|SHA256\\|Description-md5\\): /d' > \"\$1/var/lib/dpkg/status\""

mmdebstrap --quiet --variant=extract --format=tar --skip=output/dev --include="$packages" --extract-hook="$status" trixie "$all"

# The rest is for login users, builds or a package manager, or differs on every machine.
mmtarfilter \
  --path-exclude='/usr/bin/?*' --path-exclude='/usr/sbin/?*' --path-exclude='/usr/lib/*/gconv*' \
  --path-exclude='/usr/games' --path-exclude='/usr/include' --path-exclude='/usr/src' \
  --path-exclude='/usr/share/*' --path-include='/usr/share/doc' --path-include='/usr/share/doc/*/copyright' \
  --path-exclude='/usr/share/doc/mawk*' --path-exclude='/usr/share/doc/debianutils*' \
  --path-exclude='/etc/*' --path-include='/etc/debian_version' --path-include='/etc/os-release' --path-include='/etc/host.conf' \
  --path-exclude='/var/?*' --path-include='/var/lib' --path-include='/var/lib/dpkg' --path-include='/var/lib/dpkg/status' \
  --path-exclude='/boot' --path-exclude='/home' --path-exclude='/root' \
  < "$all" > "$1"
