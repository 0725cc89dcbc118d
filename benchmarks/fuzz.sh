#!/bin/sh
# Generated requests against a running server, longer than the suite does:
#   onfile user add root --no-password --scopes ask,read,ingest,audit,admin
#   ONFILE_KEY=$(onfile key create root) ONFILE_SERVE_QUESTIONS_PER_MINUTE=1000000 onfile serve &
#   ONFILE_KEY=… benchmarks/fuzz.sh http://127.0.0.1:8000 [EXAMPLES]
# Over a copy of a store, of which nothing is needed any more: everything is asked, changed, removed.
set -eu
: "${ONFILE_KEY:?a key that may do everything, so that requests without it can be told apart}"
exec schemathesis --config-file "$(dirname "$0")/schemathesis.toml" run "$1/api/openapi.json" \
    --max-examples "${2:-200}" --phases examples,coverage,fuzzing --continue-on-failure \
    --exclude-path-regex '^/api/(uploads|logout|login)' --generation-database none \
    --request-timeout 60 --header "Authorization: Bearer $ONFILE_KEY"
