#!/usr/bin/env bash
# A Docker engine for the tests of docker-compose.yml, where none is installed: Debian's own packages in
# namespaces of their own. The machine sees no bridge, no port and no firewall rule of it, and nothing is left
# when it has stopped but a folder.
#   engine.sh possible        ends with 0 where one can be made: root on Debian, namespaces allowed
#   engine.sh start           makes it, where need be, and starts it
#   engine.sh inside CMD...   runs a command of the engine's packages, such as docker
#   engine.sh beside CMD...   runs a command of this machine in the engine's network, where published ports are
#   engine.sh stop
# All state is in COMPOSE_TEST_HOME. `files` in there has the same path inside.
set -euo pipefail
home=${COMPOSE_TEST_HOME:-/var/tmp/marketplace-compose}
root=$home/engine files=$home/files state=$home/state

running() { [ -s "$state/pid" ] && kill -0 "$(cat "$state/pid")" 2>/dev/null; }

possible() {
  [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && [ "$(dpkg --print-architecture)" = amd64 ] &&
    unshare --mount --net --pid --fork --ipc --uts true 2>/dev/null
}

install_packages() {
  apt-get -o DPkg::Lock::Timeout=600 update -qq
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "$@" >/dev/null
}

mirror() {
  awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true
}

# `base` is also what the stand-ins for base images are made of.
make() {
  [ -f "$home/made" ] && return
  rm -rf "$home/base" "$root"
  mkdir -p "$home"
  command -v debootstrap >/dev/null && command -v slirp4netns >/dev/null || install_packages debootstrap slirp4netns
  debootstrap --variant=minbase --include=ca-certificates,curl,postgresql-client trixie "$home/base" "$(mirror)" >"$home/base.log" 2>&1 ||
    { tail -n 5 "$home/base.log"; return 1; }
  cp -a "$home/base" "$root"
  # Maintainer scripts shall start nothing.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  chroot "$root" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -y -qq --no-install-recommends \
    docker.io docker-cli docker-compose docker-buildx iproute2 iptables tini >"$home/engine.log" 2>&1 ||
    { tail -n 5 "$home/engine.log"; return 1; }
  rm -rf "$home"/{base,engine}/var/cache/apt/archives/*.deb "$home"/{base,engine}/var/lib/apt/lists/*
  touch "$home/made"
}

# What runs as the first process of the namespaces: mounts, then the engine.
first_process() {
  cat <<STAGE
set -e
mount --make-rprivate /
mount --bind "$root" "$root"
for part in proc sys dev run tmp var/lib/docker ".$files" .outside; do mkdir -p "$root/\$part"; done
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$home/docker" "$root/var/lib/docker"
mount --bind "$files" "$root$files"
cd "$root"
pivot_root . .outside
umount -l /.outside
cd /
ip link set lo up
echo 1 >/proc/sys/net/ipv4/ip_forward
exec tini -- dockerd --storage-driver overlay2 --exec-opt native.cgroupdriver=cgroupfs --host unix:///run/docker.sock
STAGE
}

start() {
  running && return
  make
  mkdir -p "$home/docker" "$files" "$state"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  # slirp4netns answers names at this address.
  echo "nameserver 10.0.2.3" >"$root/etc/resolv.conf"
  first_process >"$state/first-process.sh"
  setsid unshare --mount --net --pid --ipc --uts --fork --kill-child bash "$state/first-process.sh" \
    >"$home/dockerd.log" 2>&1 </dev/null &
  local outer=$! inner=
  for _ in $(seq 100); do
    inner=$(tr -d ' ' <"/proc/$outer/task/$outer/children" 2>/dev/null) && [ -n "$inner" ] && break
    sleep 0.1
  done
  echo "$inner" >"$state/pid"
  # Its namespaces are there from its first moment on: the parent made them.
  setsid slirp4netns --configure --mtu=65520 --disable-host-loopback "$inner" tap0 >"$home/network.log" 2>&1 </dev/null &
  echo $! >"$state/network.pid"
  for _ in $(seq 120); do
    inside docker info >/dev/null 2>&1 && return
    sleep 0.5
  done
  tail -n 20 "$home/dockerd.log" "$home/network.log"
  return 1
}

stop() {
  if running; then
    kill -TERM "$(cat "$state/pid")"
    for _ in $(seq 300); do running || break; sleep 0.2; done
  fi
  [ ! -s "$state/network.pid" ] || kill "$(cat "$state/network.pid")" 2>/dev/null || true
  rm -f "$state"/*pid
}

inside() {
  local folder=/
  case $PWD/ in "$files"/*) folder=$PWD ;; esac
  nsenter --target "$(cat "$state/pid")" --mount --net --pid --ipc --uts --wdns="$folder" \
    env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}

command=${1:-}
shift
case $command in
  possible | start | stop) "$command" ;;
  inside) inside "$@" ;;
  beside) exec nsenter --target "$(cat "$state/pid")" --net "$@" ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 64 ;;
esac
