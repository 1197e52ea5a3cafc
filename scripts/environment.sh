#!/bin/sh
# Finds a Python, makes .venv, installs the pinned packages when the lock changed, and sees that Pango is there.
#   environment.sh python      prints the Python that will be used
#   environment.sh app|dev     prepares .venv for the site, or for the tests and linters as well
set -eu
cd "$(dirname "$0")/.."

refuse() {
    printf '%s\n' "$*" >&2
    exit 1
}

find_python() {
    for each in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if "$each" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$each"
            return
        fi
    done
    refuse "Python 3.11 or later with venv is needed; on Debian or Ubuntu run: apt install python3-venv"
}

install_locked() { # $1: app or dev
    lock=requirements/base.txt
    [ "$1" = dev ] && lock=requirements/dev.txt
    stamp=.venv/locked-$1
    digest=$(sha256sum "$lock" | cut -d ' ' -f 1)
    [ "$(cat "$stamp" 2>/dev/null)" = "$digest" ] && return
    echo "Installing the packages of $lock into .venv ..."
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" ||
        refuse "The packages of $lock could not be installed; see the lines above."
    printf '%s\n' "$digest" >"$stamp"
    # What dev needs holds what the site needs: the other stamp is as good as made.
    if [ "$1" = dev ]; then sha256sum requirements/base.txt | cut -d ' ' -f 1 >.venv/locked-app; fi
}

pango_is_there() {
    .venv/bin/python - <<'PYTHON'
import ctypes, sys
try:
    for name in ("gobject-2.0.so.0", "pango-1.0.so.0", "pangoft2-1.0.so.0", "fontconfig.so.1",
                 "harfbuzz.so.0", "harfbuzz-subset.so.0"):
        ctypes.CDLL(f"lib{name}")
except OSError:
    sys.exit(1)
PYTHON
}

have_pango() {
    pango_is_there && return
    packages="libpango-1.0-0 libpangoft2-1.0-0 libfontconfig1 libharfbuzz0b libharfbuzz-subset0"
    as=
    if command -v apt-get >/dev/null; then
        if [ "$(id -u)" = 0 ]; then as=env; elif sudo -n true 2>/dev/null; then as="sudo -n"; fi
    fi
    if [ -n "$as" ]; then
        echo "Installing Pango, which draws the PDF ..."
        $as apt-get update -qq >/dev/null 2>&1 || true
        $as apt-get install -y -qq --no-install-recommends $packages >/dev/null 2>&1 || true
    fi
    pango_is_there || refuse "Pango, which draws the PDF, is missing; on Debian or Ubuntu run: apt install $packages"
}

case ${1:-} in
python) find_python ;;
app | dev)
    if [ ! -x .venv/bin/python ]; then
        python=$(find_python)
        echo "Making .venv with $("$python" --version) ..."
        "$python" -m venv .venv || refuse "The environment .venv could not be made with $python."
    fi
    install_locked "$1"
    have_pango
    ;;
*) refuse "usage: environment.sh python | app | dev" ;;
esac
