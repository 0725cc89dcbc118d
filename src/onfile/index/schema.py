"""The tables of the store and how an older store becomes a current one.

``documents.doc`` and ``chunks.row`` never come back after a deletion (AUTOINCREMENT): the
index files name them and would otherwise mistake a new document for a removed one.
"""

from __future__ import annotations

FIRST = """
CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied TEXT NOT NULL);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('change', '0');

CREATE TABLE documents (
    doc INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    media_type TEXT NOT NULL,
    n_bytes INTEGER NOT NULL,
    n_pages INTEGER NOT NULL,
    has_pages INTEGER NOT NULL,
    company TEXT,
    form TEXT,
    period TEXT,
    identity TEXT NOT NULL,
    column_periods TEXT NOT NULL,
    speakers TEXT NOT NULL,
    statement_pages TEXT NOT NULL,
    contents_pages TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    label TEXT
);
CREATE TABLE files (
    path TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    document_id TEXT,
    n_bytes INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX files_by_document ON files (document_id);

CREATE TABLE pages (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    label TEXT,
    width_pt REAL NOT NULL,
    height_pt REAL NOT NULL,
    rotation INTEGER NOT NULL,
    quality REAL NOT NULL,
    reader TEXT NOT NULL,
    elapsed_ms REAL NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (doc, number)
);
CREATE TABLE page_boxes (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    boxes BLOB NOT NULL,
    PRIMARY KEY (doc, number)
) WITHOUT ROWID;
CREATE TABLE page_tables (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    tables BLOB NOT NULL,
    PRIMARY KEY (doc, number)
) WITHOUT ROWID;
CREATE TABLE outlines (
    doc INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    sections BLOB NOT NULL,
    turns BLOB NOT NULL
);
CREATE TABLE ledger (
    row INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    document_id TEXT,
    page INTEGER,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    n_chars INTEGER NOT NULL,
    quality REAL NOT NULL,
    elapsed_ms REAL NOT NULL,
    reader TEXT NOT NULL
);
CREATE INDEX ledger_by_document ON ledger (document_id);
CREATE INDEX ledger_by_file ON ledger (file) WHERE document_id IS NULL;

CREATE TABLE chunks (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    chunk_id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    header TEXT NOT NULL,
    spans TEXT NOT NULL,
    section TEXT,
    section_kind TEXT NOT NULL,
    statement TEXT,
    turn INTEGER,
    speaker TEXT,
    role TEXT,
    part TEXT NOT NULL,
    line INTEGER,
    is_contents INTEGER NOT NULL
);
CREATE INDEX chunks_by_document ON chunks (doc, number);
CREATE INDEX chunks_by_turn ON chunks (doc, turn) WHERE turn IS NOT NULL;
CREATE TABLE chunk_pages (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    page INTEGER NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (doc, page, row)
) WITHOUT ROWID;

CREATE TABLE figures (
    row INTEGER PRIMARY KEY,
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    figure_id TEXT NOT NULL,
    page INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    table_title TEXT NOT NULL,
    statement TEXT,
    label TEXT NOT NULL,
    path TEXT NOT NULL,
    column_header TEXT NOT NULL,
    concept TEXT,
    concept_reason TEXT NOT NULL,
    fiscal_year INTEGER,
    quarter INTEGER,
    months INTEGER,
    period_end TEXT,
    is_instant INTEGER NOT NULL,
    value TEXT NOT NULL,
    scale INTEGER,
    currency TEXT,
    unit TEXT,
    is_percent INTEGER NOT NULL,
    printed TEXT NOT NULL,
    row_start INTEGER NOT NULL,
    row_end INTEGER NOT NULL,
    cell_start INTEGER NOT NULL,
    cell_end INTEGER NOT NULL
);
CREATE INDEX figures_by_concept ON figures (doc, concept);
CREATE INDEX figures_by_page ON figures (doc, page);

CREATE TABLE vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    row INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    vector BLOB NOT NULL,
    UNIQUE (model, row)
);
CREATE INDEX vectors_by_row ON vectors (row);

CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    body BLOB NOT NULL
);
CREATE TABLE permissions (
    label TEXT NOT NULL,
    principal TEXT NOT NULL,
    PRIMARY KEY (label, principal)
) WITHOUT ROWID;
"""

OCR = """
CREATE TABLE page_confidence (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    confidence BLOB NOT NULL,
    PRIMARY KEY (doc, number)
) WITHOUT ROWID;
CREATE TABLE ocr_pages (
    doc INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    quality REAL NOT NULL,
    reader TEXT NOT NULL,
    elapsed_ms REAL NOT NULL,
    text TEXT NOT NULL,
    boxes BLOB,
    confidence BLOB,
    PRIMARY KEY (doc, number)
) WITHOUT ROWID;
"""

# Files that are gone from their folder, and what tells near-duplicates.
FILES = """
ALTER TABLE files ADD COLUMN missing_since TEXT;
CREATE TABLE sketches (
    doc INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    sketch BLOB NOT NULL
);
CREATE INDEX ledger_by_path ON ledger (file);
"""

# What people said of outcomes, and thresholds set for the archive.
REVIEWS = """
CREATE TABLE feedback (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    record TEXT NOT NULL,
    created TEXT NOT NULL,
    verdict TEXT NOT NULL,
    comment TEXT NOT NULL,
    person TEXT
);
CREATE INDEX feedback_by_record ON feedback (record);
CREATE TABLE calibrations (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    created TEXT NOT NULL,
    body TEXT NOT NULL
);
"""

# Who may use the server, who talks with it, and what it is at work on.
SERVER = """
CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    password_hash TEXT,
    scopes TEXT NOT NULL,
    created TEXT NOT NULL,
    disabled TEXT
) WITHOUT ROWID;
CREATE TABLE api_keys (
    key_id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    secret_hash TEXT NOT NULL,
    scopes TEXT NOT NULL,
    note TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT,
    revoked TEXT
) WITHOUT ROWID;
CREATE TABLE logins (
    token_hash TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE conversations (
    session_id TEXT PRIMARY KEY,
    owner TEXT,
    created TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE conversation_turns (
    row INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    created TEXT NOT NULL,
    typed TEXT NOT NULL,
    question TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX turns_by_session ON conversation_turns (session_id, row);
CREATE TABLE jobs (
    job_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT,
    state TEXT NOT NULL,
    created TEXT NOT NULL,
    started TEXT,
    ended TEXT,
    given TEXT NOT NULL,
    progress TEXT NOT NULL,
    result TEXT,
    error TEXT
) WITHOUT ROWID;
"""

# Who may see what. ``permissions`` was never used. ``real_path`` has links resolved: a label on a
# folder holds for what is reached by a link as well.
ACCESS = """
DROP TABLE permissions;
CREATE TABLE access_rules (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    object TEXT NOT NULL,
    source TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (kind, subject, object, source)
) WITHOUT ROWID;
CREATE TABLE access_changes (
    seq INTEGER PRIMARY KEY,
    made_at TEXT NOT NULL,
    made_by TEXT NOT NULL,
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    object TEXT NOT NULL,
    source TEXT NOT NULL
);
CREATE TABLE access_files (
    path TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    stamp TEXT NOT NULL
) WITHOUT ROWID;
ALTER TABLE files ADD COLUMN real_path TEXT;
INSERT INTO meta VALUES ('access', '0'), ('access_in_force', '0');
"""

# What web filings tag inline, packed by document.
FACTS = """
CREATE TABLE facts (
    doc INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    facts BLOB NOT NULL
);
"""

MIGRATIONS: tuple[str, ...] = (FIRST, OCR, FILES, REVIEWS, SERVER, ACCESS, FACTS)
"""Script ``n`` (from 0) takes version ``n`` to ``n + 1``; released ones stay as they are."""

VERSION = len(MIGRATIONS)
