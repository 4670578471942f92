#!/usr/bin/env bash
# Runs an S3 server on loopback until it is stopped: Ceph's radosgw over one monitor and one in-memory disk.
# Usage: radosgw.sh DIR PORT MON_PORT
#   DIR is emptied, used and removed. Prints "ready URL" once requests are answered; SIGTERM or Ctrl-C stop
#   everything.
#   Access key: conformance-access, secret key: conformance-secret, region: us-east-1.
# Missing programs are installed with apt-get (Debian, as root). Any failure ends it with a message and a
# non-zero status.
set -euo pipefail

(($# == 3)) || { sed -n 2,8p "$0" >&2; exit 2; }
dir=$(realpath -m "$1") port=$2 mon_port=$3

fail() {
  echo "radosgw.sh: $1" >&2
  [[ ! -d $dir/log ]] || tail -n 5 "$dir"/log/* >&2
  exit 1
}

install_ceph() {
  ((EUID == 0)) || fail "radosgw is not installed, and only root can install it: apt-get install radosgw ceph-mon ceph-osd ceph-common"
  local packages=(radosgw ceph-mon ceph-osd ceph-common)
  local install=(apt-get install -y -q --no-install-recommends)
  export DEBIAN_FRONTEND=noninteractive
  "${install[@]}" "${packages[@]}" >&2 || { apt-get update -q >&2 && "${install[@]}" "${packages[@]}" >&2; } ||
    fail "apt-get could not install ${packages[*]}"
}

for program in radosgw radosgw-admin ceph ceph-mon ceph-osd ceph-authtool monmaptool; do
  command -v "$program" >/dev/null || { install_ceph && break; }
done

daemons=()
stop() {
  trap - EXIT TERM INT
  # In the reverse order of their start: a gateway without its monitor waits for it.
  for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
    kill "${daemons[i]}" 2>/dev/null || true
    for _ in $(seq 50); do kill -0 "${daemons[i]}" 2>/dev/null || break; sleep 0.1; done
    kill -9 "${daemons[i]}" 2>/dev/null || true
  done
  wait || true
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

daemon() {
  local name=$1
  shift
  "$@" >"$dir/log/$name.out" 2>&1 &
  daemons+=($!)
}

# Waits for a command to succeed, as long as every daemon lives.
await() {
  local what=$1
  shift
  for _ in $(seq 300); do
    for pid in "${daemons[@]}"; do kill -0 "$pid" 2>/dev/null || fail "a daemon died before $what"; done
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "$what took too long"
}

rm -rf "$dir"
mkdir -p "$dir"/{mon,osd,rgw,run,log}
cd "$dir"
export CEPH_CONF=$dir/ceph.conf
fsid=$(cat /proc/sys/kernel/random/uuid)
cat >ceph.conf <<CONF
[global]
fsid = $fsid
mon_host = v2:127.0.0.1:$mon_port
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv4 = true
ms_bind_ipv6 = false
ms_bind_msgr1 = false
run_dir = $dir/run
pid_file = $dir/run/\$name.pid
admin_socket = $dir/run/\$name.asok
log_file = $dir/log/\$name.log
keyring = $dir/admin.keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
[mon]
mon_data = $dir/mon
keyring = $dir/mon.keyring
[osd]
osd_data = $dir/osd
osd_objectstore = memstore
memstore_device_bytes = 1073741824
[osd.0]
keyring = $dir/osd/keyring
[client.rgw]
keyring = $dir/rgw/keyring
rgw_frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
CONF

start_monitor() {
  local all=(--cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *')
  ceph-authtool --create-keyring mon.keyring --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool --create-keyring admin.keyring --gen-key -n client.admin "${all[@]}"
  ceph-authtool mon.keyring --import-keyring admin.keyring
  monmaptool --create --fsid "$fsid" --addv a "[v2:127.0.0.1:$mon_port]" monmap
  ceph-mon --mkfs -i a --monmap monmap --keyring mon.keyring
  daemon monitor ceph-mon -i a -f
}

start_disk() {
  local id secret
  id=$(cat /proc/sys/kernel/random/uuid) secret=$(ceph-authtool --gen-print-key)
  await "the monitor answers" timeout 10 ceph mon stat
  echo "{\"cephx_secret\":\"$secret\"}" | timeout 60 ceph osd new "$id" -i -
  ceph-authtool --create-keyring osd/keyring --name osd.0 --add-key "$secret"
  ceph-osd -i 0 --mkfs --osd-uuid "$id"
  daemon disk ceph-osd -i 0 -f
  await "the disk is up" bash -c "timeout 10 ceph osd stat | grep -q '1 up'"
}

start_gateway() {
  local user=(--uid conformance --display-name conformance)
  timeout 60 ceph auth get-or-create client.rgw mon 'allow rwx' osd 'allow rwx' -o rgw/keyring
  timeout 120 radosgw-admin user create "${user[@]}" --access-key conformance-access --secret-key conformance-secret
  daemon gateway radosgw -n client.rgw -f
  await "the gateway listens" bash -c "exec 3<>/dev/tcp/127.0.0.1/$port"
}

for part in monitor disk gateway; do
  "start_$part" >>"log/setup.out" 2>&1 || fail "the $part did not start"
done
echo "ready http://127.0.0.1:$port"
wait -n "${daemons[@]}" || true
fail "a daemon stopped by itself"
