#!/bin/sh
# Runs every fuzz target for a time: fuzz.sh 30s. Each package is compiled once for all its targets.
set -eu
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
cache=$(go env GOCACHE)/fuzz

# fuzz runs a target. Two kinds of failure are none: Go now and then takes the end of the time for one (golang/go issue
# 75804), and a process that a busy machine has not served for a second counts as hung. Its input then passes alone.
fuzz() {
  "$built/test" -test.run '^$' -test.fuzz "^$1\$" -test.fuzztime "$2" -test.fuzzcachedir "$3" >"$built/out" 2>&1 && return
  cat "$built/out"
  if grep -q 'hung or terminated unexpectedly' "$built/out"; then
    "$built/test" -test.run "^$1\$"
  else
    grep -q '^    context deadline exceeded$' "$built/out" && ! grep -q 'Failing input' "$built/out"
  fi
}

for package in $(grep -rl --include='*_test.go' '^func Fuzz' cmd internal | xargs -n1 dirname | sort -u); do
  go test -c -fuzz Fuzz -o "$built/test" "./$package"
  for target in $(cd "$package" && "$built/test" -test.list '^Fuzz' | grep '^Fuzz'); do
    echo "$package $target"
    (cd "$package" && fuzz "$target" "$1" "$cache/$package")
  done
done
