"""Reading an archive whose documents others replace meanwhile.

What a search has found may be gone when it is to be read: its file was read in anew. Then the whole
is asked again of the archive as it is now; nothing of it has been shown or recorded by then.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from onfile.errors import StoreBusy
from onfile.index.store import Store

MAX_READINGS = 5  # a document is replaced in a second, a question answered in a tenth

Given = ParamSpec("Given")
Result = TypeVar("Result")


class HasStore(Protocol):
    """What reads a store."""

    store: Store


Reader = TypeVar("Reader", bound=HasStore)
Method = Callable[Concatenate[Reader, Given], Result]


def steady(method: Method[Reader, Given, Result]) -> Method[Reader, Given, Result]:
    """``method``, tried again where what it had found was removed while it ran.

    Raises:
        StoreBusy: that happened each time.
    """

    @functools.wraps(method)
    def reading(self: Reader, /, *args: Given.args, **kwargs: Given.kwargs) -> Result:
        for _ in range(MAX_READINGS):
            change = self.store.change
            try:
                return method(self, *args, **kwargs)
            except KeyError:
                if self.store.change == change:
                    raise
        raise StoreBusy("documents were replaced while they were read", hint="try again")

    return reading
