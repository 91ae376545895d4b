#!/bin/sh
# Runs the commands of docs/teach/experiments.md again. It takes some minutes on an idle machine.
set -e
cd "$(dirname "$0")/.."
go build -o bin/quatre-worker ./cmd/aiworker
grep '^    quatre-worker experiment ' docs/teach/experiments.md | while read -r _ arguments; do
  echo "== quatre-worker $arguments"
  # shellcheck disable=SC2086 # each word is an argument
  bin/quatre-worker $arguments
done
