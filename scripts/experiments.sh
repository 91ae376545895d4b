#!/bin/sh
# Measures the tables of docs/experiments.md again, and draws its pictures into docs/images. It takes some
# minutes on an idle machine; Ctrl+C stops it, and it continues when it is started again.
set -e
cd "$(dirname "$0")/.."
go build -o bin/ ./cmd/aiworker
mkdir -p docs/images
grep '^    aiworker experiment ' docs/experiments.md | while read -r _ arguments; do
  name=$(echo "$arguments" | cut -d ' ' -f 2)
  echo "== aiworker $arguments"
  # shellcheck disable=SC2086 # each word is an argument
  bin/aiworker $arguments
  # shellcheck disable=SC2086
  bin/aiworker $arguments -format svg -out "docs/images/experiment-$name.svg"
done
