#!/bin/sh
# Generated requests against a running server, longer than the suite does:
#   benchmarks/fuzz.sh http://127.0.0.1:8000 [EXAMPLES]
# The server must know the key of $ONFILE_KEY, which may do everything, where it has accounts.
set -eu
exec schemathesis run "$1/api/openapi.json" --max-examples "${2:-200}" --phases examples,coverage,fuzzing \
    --exclude-path-regex '^/api/(uploads|logout|login)' --continue-on-failure --generation-database none \
    ${ONFILE_KEY:+--header "Authorization: Bearer $ONFILE_KEY"}
