#!/bin/sh
# Dumps the six databases into a folder of their own, each before those that it refers to, and keeps the newest KEEP folders. A folder
# gets its name when all is in it. docs/backup-and-restore.md says how to restore, and what is to be kept beside the databases.
set -eu
umask 077
folder=$FOLDER/$(date -u +%Y-%m-%dT%H%M%SZ)
rm -rf "$FOLDER"/*.incomplete
mkdir "$folder.incomplete"

for service in invoices orders questions flex catalog gateway; do
  database=marketplace_$service
  # The administrator's address, with another database.
  url=$(printf '%s' "$DATABASE_ADMIN_URL" | sed "s|^\([a-z]*://[^/]*\)/[^?]*|\1/$database|")
  pg_dump --format=custom --no-unlogged-table-data --file="$folder.incomplete/$database.dump" "$url"
  # A dump whose table of contents cannot be read is none.
  pg_restore --list "$folder.incomplete/$database.dump" >/dev/null
done

mv "$folder.incomplete" "$folder"
echo "backup: $folder"
find "$FOLDER" -mindepth 1 -maxdepth 1 -type d -name '*Z' | sort | head -n "-$KEEP" | while read -r old; do
  rm -rf "$old"
done
