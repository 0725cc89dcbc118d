"""What a test does to a server in another process: no test opens a connection itself.

python serve_visit.py ADDRESS QUESTION      prints the status, the outcome and its record
"""

import json
import sys
import urllib.request


def main(address: str, question: str) -> None:
    """Ask once."""
    body = json.dumps({"question": question}).encode()
    request = urllib.request.Request(
        f"{address}/api/ask", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=150) as reply:
        told = json.load(reply)
        sys.stdout.write(json.dumps([reply.status, told["outcome"], told["record"]]))


if __name__ == "__main__":
    main(*sys.argv[1:])
