"""How many requests an account or a key may send, and how often a password may be tried."""

from __future__ import annotations

import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from onfile.server.replies import Failure, busy

WRONG = "wrong password"
OTHER_REQUESTS = 10  # to one question: a page looks at documents and pages beside its answer
# Wrong passwords in five minutes, of one name and of one address. Right ones are not counted: a
# whole office comes from one address.
MISSES = RateLimitItemPerMinute(10, 5)


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

    def may_sign_in(self, name: str, address: str) -> None:
        """Look before a password is. Raises: Failure 429."""
        for who in (f"name {name}", f"address {address}"):
            if not self._limiter.test(MISSES, who, WRONG):
                raise self._too_many(MISSES, who, WRONG)

    def missed_sign_in(self, name: str, address: str) -> None:
        """Count a wrong password."""
        for who in (f"name {name}", f"address {address}"):
            self._limiter.hit(MISSES, who, WRONG)

    def _count(self, item: RateLimitItem, who: str | None, what: str) -> None:
        if who is not None and not self._limiter.hit(item, who, what):
            raise self._too_many(item, who, what)

    def _too_many(self, item: RateLimitItem, who: str, what: str) -> Failure:
        until = self._limiter.get_window_stats(item, who, what).reset_time
        after_s = max(1, round(until - time.time()) + 1)
        return busy(f"{who}: more than {item.amount} {what}s in {item.get_expiry()} s", after_s)
