#!/bin/sh
# Installs scipy into target/scipy and compares cotangent fields on real meshes with it.
set -e
cd "$(dirname "$0")/../../.."
[ -x target/scipy/bin/python ] || python3 -m venv target/scipy
target/scipy/bin/pip install --quiet scipy
WAYFRONT_PYTHON="$PWD/target/scipy/bin/python" cargo test -p wayfront-surface --test scipy -- --nocapture
