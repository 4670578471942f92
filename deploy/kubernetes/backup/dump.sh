#!/bin/sh
# Dumps the six databases, and those that sites have of their own, into a folder of their own, each before
# those that it refers to, and keeps the newest KEEP folders. A folder gets its name when all is in it.
# docs/backup-and-restore.md says how to restore, and what is to be kept beside the databases.
set -eu
umask 077
folder=$FOLDER/$(date -u +%Y-%m-%dT%H%M%SZ)
rm -rf "$FOLDER"/*.incomplete
mkdir "$folder.incomplete"

# A database that cannot be dumped keeps no other from its dump, and ends the run as failed.
missing=
miss() {
  echo "backup: $1" >&2
  missing=yes
}

# Takes a name and an address.
dump() {
  pg_dump --format=custom --no-unlogged-table-data --file="$folder.incomplete/$1.dump" "$2"
  # A dump whose table of contents cannot be read is none.
  pg_restore --list "$folder.incomplete/$1.dump" >/dev/null
}

ask() {
  psql --no-psqlrc --tuples-only --no-align --command="$2" "$1"
}

# The sites with rows in databases of their own, which the service's home knows. The gateway has no such
# sites, and a database that is not migrated yet may lack the tables.
sites_at() {
  table=$(ask "$1" "SELECT to_regclass('public.site_splits')")
  [ -z "$table" ] || ask "$1" "SELECT site_id FROM public.site_placements
    UNION SELECT site_id FROM public.site_splits WHERE state <> 'prepared' ORDER BY 1"
}

for service in invoices orders questions flex catalog gateway; do
  database=marketplace_$service
  # The administrator's address, with another database; it may name none itself.
  home=$(printf '%s' "$DATABASE_ADMIN_URL" | sed "s|^\([a-z]*://[^/?]*\)\(/[^?]*\)\{0,1\}|\1/$database|")
  # Else the database of the administrator would be dumped under each name.
  case $home in
    */"$database" | */"$database?"*) ;;
    *) echo "backup: DATABASE_ADMIN_URL must be an address such as postgresql://user@host:5432/postgres" >&2; exit 1 ;;
  esac
  dump "$database" "$home"
  # Home first: a row that is taken to its site's database meanwhile is in both dumps, and not in neither.
  sites=$(sites_at "$home")
  prefix=$(printf '%s' "$service" | tr a-z A-Z)_DATABASE
  for site in $sites; do
    variable=${prefix}_URL_$site
    address=$(printenv "$variable" || true)
    [ -n "$address" ] || { miss "$service has a database for $site, and $variable does not say where"; continue; }
    case $address in
      *,*postgres*://*) miss "$variable has two addresses: $site moves. Try again afterwards"; continue ;;
    esac
    (
      # Of an address without one, as for the migrations.
      export PGPASSWORD="$(printenv "${prefix}_PASSWORD" || true)"
      dump "${database}_$site" "$address"
    )
  done
done

if [ -n "$missing" ]; then
  # The newest without all databases stays too, under a name that is no backup's.
  rm -rf "$FOLDER"/*.partial
  mv "$folder.incomplete" "$folder.partial"
  exit 1
fi
mv "$folder.incomplete" "$folder"
echo "backup: $folder"
find "$FOLDER" -mindepth 1 -maxdepth 1 -type d -name '*Z' | sort | head -n "-$KEEP" | while read -r old; do
  rm -rf "$old"
done
