"""How many requests an account or a key may send, and how often a password may be tried."""

from __future__ import annotations

import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from onfile.server.replies import busy

OTHER_REQUESTS = 10  # to one question: a page looks at documents and pages beside its answer
SIGN_INS = RateLimitItemPerMinute(10, 5)  # in five minutes, of one name and of one address


class Limiter:
    """Counts in memory: a restart begins anew."""

    def __init__(self, questions_per_minute: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._questions = RateLimitItemPerMinute(questions_per_minute)
        self._others = RateLimitItemPerMinute(questions_per_minute * OTHER_REQUESTS)

    def question(self, who: str | None) -> None:
        """Count a question. Raises: Failure 429."""
        self._count(self._questions, who, "question")

    def request(self, who: str | None) -> None:
        """Count another request. Raises: Failure 429."""
        self._count(self._others, who, "request")

    def sign_in(self, name: str, address: str) -> None:
        """Count a try to sign in. Raises: Failure 429."""
        self._count(SIGN_INS, f"name {name}", "sign-in")
        self._count(SIGN_INS, f"address {address}", "sign-in")

    def _count(self, item: RateLimitItem, who: str | None, what: str) -> None:
        if who is None or self._limiter.hit(item, who, what):
            return
        until = self._limiter.get_window_stats(item, who, what).reset_time
        after_s = max(1, round(until - time.time()) + 1)
        raise busy(f"{who}: more than {item.amount} {what}s in {item.get_expiry()} s", after_s)
