#!/bin/sh
# Upgrades a running stack of docker-compose.yml to this checkout: builds, migrates, then replaces one service after
# the other. Each service is unavailable for a second or two, with 503 and Retry-After. With two or more replicas see
# docs/upgrade.md.
#   deploy/compose/deploy.sh                        all six, the gateway last
#   deploy/compose/deploy.sh questions-service      one; several are replaced in the order given
# Nothing is replaced when a build or a migration fails. COMPOSE_PROJECT_NAME, the variables of docs/deploy.md and .env
# apply as in docker compose. NO_BUILD=1 uses the existing images.
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

docker compose config --quiet || fail "a setting is missing or wrong, as the line above says; nothing was replaced"

if [ -z "${NO_BUILD:-}" ]; then
  docker compose build migrate "$@" || fail "an image could not be built; nothing was replaced"
fi

# Start missing dependencies, and leave running ones as they are.
docker compose up --detach --no-recreate --no-deps --wait postgres minio mail || fail "Postgres, the object store or the mail catcher does not run; nothing was replaced"

docker compose run --rm --no-deps migrate || fail "the migrations failed, for the reason above; nothing was replaced, the services go on as they were"

for service in "$@"; do
  docker compose up --detach --no-deps --no-build --wait --scale "$service=$(replicas "$service")" "$service" ||
    fail "$service does not become healthy (docker compose logs $service); services after it were left as they were"
  echo "deploy: $service is replaced"
done
