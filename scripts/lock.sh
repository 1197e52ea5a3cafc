#!/bin/sh
# Pins requirements/*.in with hashes for every platform; the files name no index and no download address.
set -eu
cd "$(dirname "$0")/../requirements"
for each in base dev; do
    ../.venv/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
        --no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
        --output-file "$each.txt" "$each.in"
done
