#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image of this assignment.
# It needs Ubuntu 22.04 or newer (or any image with Python 3.11) and the network for pip and apt.
set -euo pipefail

HERE=/autograder/source
VENV=/autograder/venv
# PyTorch for CPUs; the one for graphics cards is several GB larger. Empty: from PyPI.
TORCH_INDEX="${TORCH_INDEX-https://download.pytorch.org/whl/cpu}"

# A Python that is new enough and can make an environment; prints its name.
find_python() {
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3; do
        if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

if ! PYTHON=$(find_python); then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y python3 python3-venv
    find_python >/dev/null || apt-get install -y python3.11 python3.11-venv
    PYTHON=$(find_python) || { echo "Python 3.11 or newer was expected: choose Ubuntu 24.04." >&2; exit 1; }
fi

"$PYTHON" -m venv "$VENV"
"$VENV/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check \
    ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} \
    -c "$HERE/constraints.txt" -r "$HERE/requirements.txt"

# Nobody but root reads what hidden inputs are drawn from.
chmod -R go-rwx "$HERE"
