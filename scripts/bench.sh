#!/bin/sh
# Measures what a move costs a hub: moves a second, the hub's CPU time a move, and the 99th percentile of
# the time to the opponent's connection, as fast as the hub can and at 1,000 moves a second. Hub and Redis
# share one core, loadgen plays on another. With two programs it measures them in turns: compare only
# figures of one run, because other work on the machine changes all of them.
#
#   scripts/bench.sh HUB [OTHER-HUB]
#
# ROUNDS, DURATION and ROOMS replace the usual 3, 8s and 50. It needs Linux with two cores.
set -eu
cd "$(dirname "$0")/.."
addr=127.0.0.1:18080
port=16379
folder=$(mktemp -d)
hub='' redis=''
trap 'kill -9 $hub $redis 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# load plays on a new hub with a new store. Its arguments are the program and loadgen's flags. The CPU time
# is that of the hub from its start to its end, of which the games are nearly all.
load() {
  program=$1 flags=$2
  rm -rf "$folder"/*
  taskset -c 0 redis-server --port $port --bind 127.0.0.1 --dir "$folder" --save '' --appendonly yes >"$folder/redis.log" &
  redis=$!
  GOMAXPROCS=1 taskset -c 0 "$program" -store redis://127.0.0.1:$port -workers 0 -addr $addr -admin none -log-level error &
  hub=$!
  curl -sfo /dev/null --retry 40 --retry-delay 1 --retry-connrefused http://$addr/
  report=$folder/report.json
  # shellcheck disable=SC2086 # each word is a flag
  taskset -c 1 bin/loadgen -url http://$addr -rooms "${ROOMS:-50}" -duration "${DURATION:-8s}" -json "$report" $flags
  ticks=$(awk '{ print $14 + $15 }' /proc/$hub/stat)
  moves=$(sed -n 's/^  "moves": \([0-9]*\).*/\1/p' "$report")
  rate=$(sed -n 's/^  "moves_per_second": \([0-9]*\).*/\1/p' "$report")
  p99=$(sed -n '/"opponent_ms"/,/}/s/.*"p99": \([0-9.]*\).*/\1/p' "$report")
  printf '%-40s %6d moves a second, %4d µs of CPU a move, p99 %s ms\n' "$program $flags" "$rate" $((ticks * 1000000 / $(getconf CLK_TCK) / moves)) "$p99"
  kill -9 $hub $redis
  wait $hub $redis 2>/dev/null || true
}

for _ in $(seq "${ROUNDS:-3}"); do
  for program in "$@"; do
    load "$program" ""
    load "$program" "-rate 1000"
  done
done
