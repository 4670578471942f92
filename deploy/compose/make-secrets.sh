#!/bin/sh
# Makes the secrets of a deployment, at random, and writes them to .env, where docker compose finds them.
# Secrets that are set already (in .env or in the environment) are left as they are.
#   deploy/compose/make-secrets.sh
set -eu
cd "$(dirname "$0")/../.."
umask 077
touch .env
# A last line without its end would take the first secret for a part of it.
[ -z "$(tail -c 1 .env)" ] || echo >>.env

for name in POSTGRES_PASSWORD INTERNAL_SECRET \
  GATEWAY_DATABASE_PASSWORD CATALOG_DATABASE_PASSWORD QUESTIONS_DATABASE_PASSWORD INVOICES_DATABASE_PASSWORD ORDERS_DATABASE_PASSWORD \
  FLEX_DATABASE_PASSWORD \
  S3_ACCESS_KEY S3_SECRET_KEY GRAFANA_PASSWORD; do
  eval "value=\${$name:-}"
  if [ -n "$value" ] || grep -q "^$name=." .env; then
    echo "$name is set already" >&2
  else
    echo "$name=$(od -An -tx1 -N24 /dev/urandom | tr -d ' \n')" >>.env
    echo "$name is in .env" >&2
  fi
done
