#!/bin/sh
# Runs beside Patroni on each server of a cluster. When this server is the primary and the disk of its
# database has less than MIN_FREE_MB megabytes left, it asks Patroni to hand over to the synchronous standby.
# At most once an hour: two servers with full disks must not hand the primary back and forth. docs/scaling.md
# (Failover) says what that is good for.
#   DATA_DIR=/var/lib/postgresql MIN_FREE_MB=2048 PATRONI_NAME=a PATRONI_URL=http://10.0.0.1:8008 deploy/patroni/disk-guard.sh
# Where Patroni asks for a name and a password, they are in ~/.netrc.
set -eu
: "${DATA_DIR:?}" "${MIN_FREE_MB:?}" "${PATRONI_NAME:?}" "${PATRONI_URL:?}"

while sleep 1; do
  free=$(df --output=avail --block-size=1M "$DATA_DIR" | tail -n 1 | tr -d ' ')
  # A folder that is not there, or not mounted, is no disk that is full.
  case $free in
  "" | *[!0-9]*)
    echo "disk guard: how much is free on $DATA_DIR cannot be told" >&2
    sleep 10
    continue
    ;;
  esac
  [ "$free" -lt "$MIN_FREE_MB" ] || continue
  curl --silent --fail --output /dev/null --max-time 2 "$PATRONI_URL/primary" || continue
  echo "disk guard: $free MB are free on $DATA_DIR, fewer than $MIN_FREE_MB: handing over" >&2
  if curl --silent --show-error --fail-with-body --netrc-optional --max-time 60 --write-out '\n' \
    --json "{\"leader\":\"$PATRONI_NAME\"}" "$PATRONI_URL/switchover" >&2; then
    sleep 3600
  else
    # There may be no standby in sync at present.
    sleep 5
  fi
done
