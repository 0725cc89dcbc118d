# Needs Python 3.11 or later, make and a package registry; everything else is set up here.

PYTHON ?= python3
TOOLS := .tools
UV := $(TOOLS)/bin/uv
BIN := .venv/bin
ARCHIVE := demo-archive
STORE := .onfile-demo
SHARED ?= $(if $(ONFILE_SHARED),$(ONFILE_SHARED),../shared)

# uv takes the interpreter that runs make's Python and never fetches another.
export UV_PYTHON_DOWNLOADS := never

FIGURE := What was Northwind's capital expenditure in 2024?
SPEAKER := What did Northwind's CFO say about gross margin on the second-quarter 2025 call?
COMPARISON := Compare the research and development costs of Northwind and Kestrel in fiscal 2024.
ABSENT := What were Northwind's net sales in 2017?

# $(call ask,heading,question)
define ask
@echo; echo "== $(1)"; echo "$$ onfile ask \"$(2)\""; echo; \
	$(BIN)/onfile ask --store $(STORE) "$(2)"
endef

.DEFAULT_GOAL := help
.PHONY: help setup demo serve eval test lint page screenshots format questions bench clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

setup: .venv/.synced ## install uv and the locked dependencies into this folder

$(UV):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5'

.venv/.synced: uv.lock pyproject.toml | $(UV)
	$(UV) sync --locked --extra ocr --extra server --extra evaluate --python $(PYTHON)
	@touch $@

demo: setup ## write the made-up archive, ingest it and ask four questions
	$(BIN)/python -m onfile.demo $(ARCHIVE)
	@# exit code 3: some files can't be read, on purpose; the ledger says which
	$(BIN)/onfile ingest $(ARCHIVE) --store $(STORE) || test $$? -eq 3
	$(call ask,1. A figure with its page,$(FIGURE))
	$(call ask,2. A named speaker on a call,$(SPEAKER))
	$(call ask,3. Two companies and a citation a side,$(COMPARISON))
	$(call ask,4. A refusal that says what is on file,$(ABSENT)) || test $$? -eq 3
	@echo; echo "In a browser, with the pages themselves: make serve"

serve: setup ## open the demo's archive in a browser (after make demo)
	$(BIN)/onfile serve --store $(STORE) --open

eval: setup ## ask the made-up archive its gold questions and hold the result to its floors
	test -d $(STORE) || { $(BIN)/python -m onfile.demo $(ARCHIVE); \
		$(BIN)/onfile ingest $(ARCHIVE) --store $(STORE) --no-ocr || test $$? -eq 3; }
	rm -rf $(STORE)-eval
	$(BIN)/onfile eval src/onfile/demo/questions.jsonl --store $(STORE) --out $(STORE)-eval \
		--gate src/onfile/demo/floors.yaml

test: setup lint ## run ruff, mypy and every test
	$(BIN)/pytest

lint: setup ## ruff and mypy
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

page: node_modules/.package-lock.json ## check the page's modules; needs Node, which nothing else does
	npm run --silent check

node_modules/.package-lock.json: package-lock.json
	npm ci --silent --no-audit --no-fund

screenshots: setup ## take the pictures of docs/ anew, in Chromium
	$(BIN)/python tests/browser/screenshots.py docs/images

format: setup ## let ruff put the code in order
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks

questions: setup ## build the gold questions of the made-up archive again
	$(BIN)/python -m onfile.demo --questions src/onfile/demo/questions.jsonl

bench: setup ## ingest the whole shared corpus and score the question sets
	benchmarks/corpus.sh $(SHARED) all

clean: ## remove what make made, the environment too
	rm -rf $(TOOLS) .venv node_modules $(ARCHIVE) $(STORE) $(STORE)-eval .mypy_cache .ruff_cache .pytest_cache .hypothesis
