"""What a test does to a server in another process: no test opens a connection itself.

python serve_visit.py ADDRESS QUESTION [N]

Asks N times (once, if not told otherwise) and prints the status, the outcome and its record, a line
each, as soon as it has been told. Asked more than once it ends quietly when the server is gone.
"""

import http.client
import json
import sys
import urllib.request


def visit(address: str, question: str) -> None:
    """Ask once."""
    body = json.dumps({"question": question}).encode()
    request = urllib.request.Request(
        f"{address}/api/ask", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=150) as reply:
        told = json.load(reply)
    sys.stdout.write(f"{json.dumps([reply.status, told['outcome'], told['record']])}\n")
    sys.stdout.flush()


def main(address: str, question: str, n: str = "1") -> None:
    """Ask until it was asked so often, or the server is gone."""
    try:
        for _ in range(int(n)):
            visit(address, question)
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        if n == "1":
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
