#!/bin/sh
# Writes src/lib/api/schema.d.ts from what the server says of itself.
set -e
cd "$(dirname "$0")/.."
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"${PYTHON:-../.venv/nagori/bin/python}" scripts/openapi.py > "$page"
npx openapi-typescript "$page" --output src/lib/api/schema.d.ts --root-types --root-types-no-schema-prefix > /dev/null
