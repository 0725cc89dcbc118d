#!/usr/bin/env bash
# Ingest a tier of the shared corpus, ask the question sets and score them.
#   benchmarks/corpus.sh SHARED (tier1|all) [OUT]
# Results go to OUT/TIER (bench-out/TIER). DENSE=1 computes vectors too, OCR=1 reads
# pictures of pages. Exit code 1 when a floor is
# missed.
set -euo pipefail
cd "$(dirname "$0")/.."

shared=${1:?usage: benchmarks/corpus.sh SHARED (tier1|all) [OUT]}
tier=${2:-tier1}
out=${3:-bench-out}/$tier
dense=(--no-dense)
if [[ ${DENSE:-0} == 1 ]]; then dense=(); fi
ocr=(--no-ocr)
if [[ ${OCR:-0} == 1 ]]; then ocr=(); fi
onfile=.venv/bin/onfile
python=.venv/bin/python
score=$shared/bench/score.py
sets=$shared/questions

rm -rf "$out"
mkdir -p "$out"
choose() { "$python" benchmarks/select_corpus.py questions "$shared" "$tier" "$sets/$1.jsonl"; }

"$python" benchmarks/select_corpus.py files "$shared" "$tier" >"$out/files.txt"
mapfile -t files <"$out/files.txt"
choose financebench_dev >"$out/financebench_dev.jsonl"
choose answerable_dev >"$out/answerable_dev.jsonl"
choose unanswerable_dev >"$out/unanswerable_dev.jsonl"
cat "$out"/{answerable_dev,unanswerable_dev}.jsonl >"$out/asked.jsonl"

echo "== ingest ${#files[@]} files of $tier"
started=$SECONDS
# exit code 3: some file could not be read, as a few of the corpus can't
"$onfile" ingest "${files[@]}" --store "$out/store" "${dense[@]}" "${ocr[@]}" || test $? -eq 3
echo "   took $((SECONDS - started)) s"
"$onfile" coverage --store "$out/store" --json >"$out/coverage.json"

echo "== search $(wc -l <"$out/financebench_dev.jsonl") questions"
"$onfile" search --store "$out/store" "${dense[@]}" -k 20 \
    --batch "$out/financebench_dev.jsonl" --out "$out/results.jsonl"
"$python" "$score" retrieval --results "$out/results.jsonl" \
    --questions "$out/financebench_dev.jsonl" | tee "$out/retrieval.txt"

echo "== ask $(wc -l <"$out/asked.jsonl") questions"
started=$SECONDS
"$onfile" ask --store "$out/store" "${dense[@]}" \
    --batch "$out/asked.jsonl" --out "$out/outcomes.jsonl"
echo "   took $((SECONDS - started)) s"
"$python" "$score" answers --outcomes "$out/outcomes.jsonl" --questions \
    "$out/answerable_dev.jsonl" "$out/unanswerable_dev.jsonl" | tee "$out/answers.txt"

echo "== floors"
"$python" benchmarks/floors.py "$out"
