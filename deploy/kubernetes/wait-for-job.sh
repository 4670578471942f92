#!/bin/sh
# Waits until a job has ended, as `kubectl wait` does for one condition alone: for that of success it would
# wait on after a failure.
#   deploy/kubernetes/wait-for-job.sh migrate          ends with 0 when the job is complete, with 1 when it has failed
#   deploy/kubernetes/wait-for-job.sh bootstrap 600    for 600 seconds at most, instead of an hour; then it ends with 1
# NAMESPACE is `marketplace` unless set. It changes nothing, and needs sh and kubectl only.
set -u
case "${1:-}" in
"" | -*) sed -n '/^# Waits/,/^set -u/{/^#/s/^# \{0,1\}//p;}' "$0" && exit 64 ;;
esac
job=$1
seconds=${2:-3600}
namespace=${NAMESPACE:-marketplace}

fail() {
  echo "wait-for-job: $1" >&2
  exit 1
}

waited=0
unanswered=0
while [ "$waited" -le "$seconds" ]; do
  if ended=$(kubectl --namespace "$namespace" get job "$job" \
    --output 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type}{" "}{end}'); then
    unanswered=0
    case " $ended" in
    *" Complete "*) echo "wait-for-job: $job is complete" && exit 0 ;;
    *" Failed "*)
      kubectl --namespace "$namespace" logs "job/$job" --tail=20 >&2
      fail "$job has failed; above is the end of its last log"
      ;;
    esac
  else
    # What kubectl says is on standard error. An API server that is away for a moment ends nothing.
    unanswered=$((unanswered + 1))
    [ "$unanswered" -lt 10 ] || fail "$job cannot be read"
  fi
  sleep 2
  waited=$((waited + 2))
done
fail "$job has not ended in $seconds seconds"
