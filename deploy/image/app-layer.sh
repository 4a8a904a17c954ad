#!/bin/sh
# Creates the upper layer of the container image: the installed npm package and its executable. Used by
# the Dockerfile and `npm run release`: app-layer.sh PACKAGE FOLDER, where PACKAGE is a folder in which
# `npm ci --omit=dev --ignore-scripts` was run.
set -eu
package=$1
into=$2
umask 022

mkdir -p "$into/etc" "$into/usr/local/bin"
cp -R "$package" "$into/app"
cd "$into"

# Files needed only for compiling, and the code cache, which is specific to a processor and a user.
rm -rf app/node_modules/node-linux-*/include app/node_modules/node-linux-*/share app/node_modules/node-linux-*/CHANGELOG.md
rm -rf app/node_modules/better-sqlite3/deps app/node_modules/better-sqlite3/src app/node_modules/better-sqlite3/build app/node_modules/.package-lock.json app/server/dist/.compiled

# There is no shell and no `env`: the kernel starts Node, which is the first process of the container
# and receives its signals.
ln -s /app/node_modules/.bin/node usr/local/bin/node
printf '#!/usr/local/bin/node\nimport("/app/bin/countersign.mjs")\n' > usr/local/bin/countersign
chmod 755 usr/local/bin/countersign

printf 'root:x:0:0:root:/:/sbin/nologin\ncountersign:x:65532:65532:Countersign:/data:/sbin/nologin\n' > etc/passwd
printf 'root:x:0:\ncountersign:x:65532:\n' > etc/group
printf 'hosts: files dns\n' > etc/nsswitch.conf

# Readable by everyone, writable only by root.
chmod -R u=rwX,go=rX .
