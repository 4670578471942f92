#!/bin/bash
# As the real image starts: the first time it makes a cluster, sets it up through a temporary server that
# listens on the socket alone, stops that, and only then starts the server that others reach. INIT_SECONDS
# makes the set-up last.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  install --directory --owner postgres --group postgres --mode 700 "$PGDATA" /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0"
fi
socket=/var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username postgres --auth-local trust --auth-host scram-sha-256 --pwfile <(printf '%s\n' "$POSTGRES_PASSWORD")
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata "$PGDATA" --options "-c listen_addresses='' -k $socket" --wait start
  sleep "${INIT_SECONDS:-1}"
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -k "$socket"
