#!/bin/sh
# Upgrades a running stack of docker-compose.yml to this checkout: builds, migrates, then replaces one service
# after the other. A new container is healthy before an old one is stopped, so that no service is away. The
# gateway needs a port of the machine to spare for that (PORT=8080-8081, docs/upgrade.md); without one its
# port is closed for seconds.
#   deploy/compose/deploy.sh                        all six, the gateway last
#   deploy/compose/deploy.sh questions-service      one; several are replaced in the order given
# Nothing is replaced when a build or a migration fails. COMPOSE_PROJECT_NAME, the variables of docs/deploy.md
# and .env apply as in docker compose. NO_BUILD=1 uses the existing images.
set -eu
cd "$(dirname "$0")/../.."

case "${1:-}" in
-h | --help) sed -n '/^# Upgrades/,/^set -eu/{/^#/s/^# \{0,1\}//p;}' "deploy/compose/deploy.sh" && exit 0 ;;
esac

all="catalog-service questions-service orders-service invoices-service flex-service edge-gateway"
[ $# -gt 0 ] || set -- $all
for service in "$@"; do
  case " $all " in
  *" $service "*) ;;
  *) echo "deploy: there is no service '$service'; there are: $all" >&2 && exit 64 ;;
  esac
done

fail() {
  echo "deploy: $1" >&2
  exit 1
}

# Keep the number of replicas of a scaled project.
replicas() {
  count=$(docker compose ps --quiet "$1" | wc -l)
  [ "$count" -gt 0 ] && echo "$count" || echo 1
}

up() {
  docker compose up --detach --no-deps --no-build --wait "$@"
}

# Whether a further container can run beside those of the service: each gateway needs a port of the machine.
has_room() {
  [ -n "$(docker compose ps --quiet "$1")" ] || return 1
  [ "$1" = edge-gateway ] || return 0
  ports=$(docker compose config edge-gateway | sed -n 's/^ *published: "\{0,1\}\([0-9-]*\)"\{0,1\}$/\1/p' | head -n 1)
  case "$ports" in
  *-*) [ $((${ports#*-} - ${ports%-*})) -ge "$(replicas "$1")" ] ;;
  *) return 1 ;;
  esac
}

# Start-first: as often as there are old containers, a new one becomes healthy, then an old one is stopped.
roll() {
  # A container that somebody has stopped would be started again, instead of a new one.
  docker compose rm --force "$1" >/dev/null 2>&1 || return 1
  count=$(replicas "$1")
  for old in $(docker compose ps --quiet "$1"); do
    before=" $(docker compose ps --all --quiet "$1" | tr '\n' ' ')"
    if ! up --no-recreate --scale "$1=$((count + 1))" "$1"; then
      for container in $(docker compose ps --all --quiet "$1"); do
        case "$before" in *" $container "*) continue ;; esac
        docker logs --tail 20 "$container" >&2
        docker rm --force --volumes "$container" >/dev/null
      done
      return 1
    fi
    # The others look up its address every two seconds.
    sleep 3
    docker stop "$old" >/dev/null && docker rm --volumes "$old" >/dev/null || return 1
  done
}

docker compose config --quiet || fail "a setting is missing or wrong, as the line above says; nothing was replaced"

if [ -z "${NO_BUILD:-}" ]; then
  docker compose build migrate "$@" || fail "an image could not be built; nothing was replaced"
fi

# Start missing dependencies, and leave running ones as they are.
docker compose up --detach --no-recreate --no-deps --wait postgres minio mail || fail "Postgres, the object store or the mail catcher does not run; nothing was replaced"

docker compose run --rm --no-deps migrate || fail "the migrations failed, for the reason above; nothing was replaced, the services go on as they were"

for service in "$@"; do
  if has_room "$service"; then
    roll "$service" || fail "$service could not be replaced, for the reason above; its old containers serve on, and services after it were left as they were"
  else
    up --scale "$service=$(replicas "$service")" "$service" ||
      fail "$service does not become healthy (docker compose logs $service); services after it were left as they were"
  fi
  echo "deploy: $service is replaced"
done
