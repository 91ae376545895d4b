#!/bin/sh
# Runs the commands of docs/experiments.md again. It takes some minutes on an idle machine.
set -e
cd "$(dirname "$0")/.."
go build -o bin/ ./cmd/aiworker
grep '^    aiworker experiment ' docs/experiments.md | while read -r _ arguments; do
  echo "== aiworker $arguments"
  # shellcheck disable=SC2086 # each word is an argument
  bin/aiworker $arguments
done
