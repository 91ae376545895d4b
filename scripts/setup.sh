#!/usr/bin/env bash
# Installs what the tests need besides Go, Node and make: Redis, a browser, a terminal, nginx, Caddy,
# Prometheus, Alertmanager, systemd, debootstrap, and packages for Python. If it cannot install something, it
# fails, because without these programs tests are skipped.
#
# The tests start these programs themselves. The services that Debian would start with the
# machine stay off.
set -euo pipefail

[ $# -eq 0 ] || { echo "setup.sh takes no arguments"; exit 2; }

missing=() services=()
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || { missing+=(nginx-light) services+=(nginx); }
command -v redis-server >/dev/null || { missing+=(redis-server) services+=(redis-server); }
{ command -v prometheus && command -v promtool; } >/dev/null || { missing+=(prometheus) services+=(prometheus); }
{ command -v prometheus-alertmanager && command -v amtool; } >/dev/null || { missing+=(prometheus-alertmanager) services+=(prometheus-alertmanager); }
command -v caddy >/dev/null || { missing+=(caddy) services+=(caddy); }
command -v systemd-analyze >/dev/null || missing+=(systemd)
[ -x /usr/sbin/debootstrap ] || missing+=(debootstrap)
command -v tmux >/dev/null || missing+=(tmux)
{ python3 -c 'import websockets' || /usr/bin/python3 -c 'import websockets'; } 2>/dev/null || missing+=(python3-websockets)
# To import these takes a second, so they are only looked up.
drawing='from importlib.util import find_spec as find; exit(not (find("pandas") and find("matplotlib")))'
{ python3 -c "$drawing" || /usr/bin/python3 -c "$drawing"; } 2>/dev/null || missing+=(python3-pandas python3-matplotlib)
[ -n "${QUATRE_CHROMIUM:-}" ] || [ -x /usr/bin/chromium-headless-shell ] || missing+=(chromium-headless-shell)
# The pictures of the page are drawn with this font.
find /usr/share/fonts -name 'LiberationSans-Regular*' 2>/dev/null | grep -q . || missing+=(fonts-liberation)
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${missing[*]} (or set QUATRE_CHROMIUM to the path of a Chromium)." >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)

# Debian runs this file before it starts a service. The exit status 101 forbids the start.
# https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
if [ ${#services[@]} -gt 0 ] && command -v systemctl >/dev/null; then
  "${as_root[@]}" systemctl disable --quiet "${services[@]}" || true
fi
