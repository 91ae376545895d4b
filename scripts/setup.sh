#!/usr/bin/env bash
# Installs what the tests need beside Go, Node and make: a real Redis, a
# real browser, a real terminal, and the proxy of docker-compose.yml to check its configuration. What cannot be installed is said, and ends
# with an error: a test that is skipped shows nothing.
set -euo pipefail

missing=()
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v tmux >/dev/null || missing+=(tmux)
[ -n "${QUATRE_CHROMIUM:-}" ] || [ -x /usr/bin/chromium ] || missing+=(chromium fonts-liberation)
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${missing[*]} (a Chromium elsewhere than /usr/bin/chromium is named by QUATRE_CHROMIUM)." >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
