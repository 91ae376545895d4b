#!/bin/sh
# Builds what plays rooms in the page without a hub: frontend/local/built/local.wasm, and
# wasm_exec.js, with which the Go installation starts it.
set -eu
cd "$(dirname "$0")"
mkdir -p built
GOOS=js GOARCH=wasm CGO_ENABLED=0 ${GO:-go} build -trimpath -buildvcs=false -ldflags "-s -w" -o built/local.wasm .
cp "$(${GO:-go} env GOROOT)/lib/wasm/wasm_exec.js" built/
