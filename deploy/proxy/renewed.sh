#!/bin/sh
# What certbot runs when it has got a certificate (--deploy-hook): puts it where
# the proxy of docker-compose.yml reads it, and has the proxy read it.
set -eu
: "${RENEWED_LINEAGE:?certbot sets it: the folder of the new certificate}"
cd "$(dirname "$0")"
# Each file appears whole; 101 is the proxy's user.
for file in fullchain.pem privkey.pem; do
  install -o 101 -m 0400 "$RENEWED_LINEAGE/$file" "certs/.$file"
  mv "certs/.$file" "certs/$file"
done
cd ../..
docker compose kill -s HUP proxy
