"""Whether two printed names are one person's: "Amy Hood" and "Amy E. Hood"."""

from __future__ import annotations

import re


def is_same_person(asked: str, printed: str) -> bool:
    """True when the last name that is asked for is held, and the first where there is one."""
    wanted = re.findall(r"[^\W\d_]+", asked.lower())
    held = re.findall(r"[^\W\d_]+", printed.lower())
    return bool(wanted) and wanted[-1] in held and (len(wanted) == 1 or wanted[0] in held)
