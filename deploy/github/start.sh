#!/usr/bin/env bash
# Starts the npm package marketplace-api for action.yml and waits until it is ready. It ends with the job.
set -euo pipefail
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/marketplace-api-XXXXXX")
export DATA_DIR="$folder/data"
url=http://127.0.0.1:$PORT sandbox=$DATA_DIR/sandbox.json

cd "$folder"
nohup npx --yes "marketplace-api@$VERSION" start >"$folder/log" 2>&1 </dev/null &
product=$!

until curl --silent --fail --output /dev/null "$url/readyz" && [ -s "$sandbox" ]; do
  if ! kill -0 "$product" 2>/dev/null || ((SECONDS > 300)); then
    cat "$folder/log" >&2
    exit 1
  fi
  sleep 0.2
done

token=$(node -p "JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')).sandbox.admin_token" "$sandbox")
echo "::add-mask::$token"
{
  echo "url=$url"
  echo "sandbox-file=$sandbox"
  echo "admin-token=$token"
} >>"$GITHUB_OUTPUT"
# Where @marketplace-api/sandbox finds it.
echo "MARKETPLACE_SANDBOX=$sandbox" >>"$GITHUB_ENV"
