#!/bin/sh
# certbot runs this after each renewal (--deploy-hook). It copies the certificate to the
# folder of the proxy in docker-compose.yml, and reloads the proxy.
set -eu
: "${RENEWED_LINEAGE:?certbot sets it to the folder of the new certificate}"
cd "$(dirname "$0")/../.."
# Compose reads QUATRE_CERTS from the environment, or else from .env. The last line counts.
certs=${QUATRE_CERTS:-$(sed -n "s/^QUATRE_CERTS=[\"']\{0,1\}\([^\"']*\).*/\1/p" .env | tail -n 1)}
certs=${certs:-./deploy/proxy/certs}
# mv replaces each file atomically. 101 is the proxy's user.
for file in fullchain.pem privkey.pem; do
  install -o 101 -m 0400 "$RENEWED_LINEAGE/$file" "$certs/.$file"
  mv "$certs/.$file" "$certs/$file"
done
# "docker compose kill" would reload nginx too. But then the engine assumes that somebody has
# stopped the container, and does not start it again when nginx dies.
docker compose exec -T proxy nginx -s reload
