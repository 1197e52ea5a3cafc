#!/bin/sh
# Pins requirements/*.in with hashes for every platform and every Python from 3.11 on (a package may be needed on one
# of them alone); the files name no index and no download address.
set -eu
cd "$(dirname "$0")/../requirements"
for each in base dev; do
    ../.venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
        --no-header --no-emit-index-url --no-emit-find-links --output-file "$each.txt" "$each.in"
done
