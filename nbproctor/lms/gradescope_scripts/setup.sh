#!/bin/bash
# Gradescope runs this once, as root and with a network, when it builds the image.
set -euo pipefail
cd "$(dirname "$0")"

can_serve() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && "$1" -c 'import ensurepip, venv' 2>/dev/null
}

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        if can_serve "$python"; then return 0; fi
    done
    return 1
}

if ! find_python; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    for version in 3.13 3.12 3.11; do
        if apt-get install -y --no-install-recommends "python$version" "python$version-venv"; then break; fi
    done
    find_python || { echo "This image has no Python 3.11 or newer: choose a newer Ubuntu as the base image." >&2; exit 1; }
fi

"$python" -m venv --clear /opt/nbproctor
packages=(wheels/*.whl)
for file in course/release/*/requirements.txt; do
    if [ -f "$file" ]; then packages+=(-r "$file"); fi
done
/opt/nbproctor/bin/python -m pip install --no-cache-dir --constraint constraints.txt "${packages[@]}"
