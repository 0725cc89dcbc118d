"""Stores as earlier versions wrote them, made by their own scripts and plain SQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from onfile.index.schema import MIGRATIONS
from onfile.index.store import DATABASE_NAME

DOCUMENT_ID = "sha256:" + "c" * 64
TEXT = "Net sales of Alder Springs rose."
CHUNK_ID = f"{DOCUMENT_ID}:1"
_IDENTITY = '["Alder Springs",null,null,[],"report",null,null,null,false,null,null,[]]'


def write_store(directory: Path, version: int) -> None:
    """A store of this schema version with one document of one page, its chunk and ledger."""
    directory.mkdir(parents=True)
    with closing(sqlite3.connect(directory / DATABASE_NAME, isolation_level=None)) as db:
        for number, script in enumerate(MIGRATIONS[:version], start=1):
            db.executescript(script)
            db.execute("INSERT INTO migrations VALUES (?, '2026-01-01')", (number,))
        db.execute(f"PRAGMA user_version={version}")
        db.execute(
            "INSERT INTO documents VALUES (1, ?, 'a.pdf', '/in/a.pdf', 'application/pdf', 9, 1, 1,"
            " 'Alder Springs', 'report', NULL, ?, '[]', '[]', '[]', '[]', 'made', NULL)",
            (DOCUMENT_ID, _IDENTITY),
        )
        db.execute(
            "INSERT INTO files (path, name, document_id, n_bytes, mtime_ns)"
            " VALUES ('/in/a.pdf', 'a.pdf', ?, 9, 1)",
            (DOCUMENT_ID,),
        )
        db.execute(
            "INSERT INTO pages VALUES (1, 1, 'text', '', NULL, 612, 792, 0, 1, 'made', 1, ?)",
            (TEXT,),
        )
        db.execute(
            "INSERT INTO ledger VALUES (1, '/in/a.pdf', ?, 1, 'text', '', ?, 1, 1, 'made')",
            (DOCUMENT_ID, len(TEXT)),
        )
        db.execute(
            "INSERT INTO chunks VALUES (1, 1, ?, 1, 'prose', ?, 'Alder Springs', ?, NULL, '', NULL,"
            " NULL, NULL, NULL, '', NULL, 0)",
            (CHUNK_ID, TEXT, f"[[1,0,{len(TEXT)}]]"),
        )
        db.execute("INSERT INTO chunk_pages VALUES (1, 1, 1)")
