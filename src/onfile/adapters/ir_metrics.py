"""Measures of retrieval by ir_measures (the extra ``evaluate``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from onfile.errors import ModelError


def measure(
    names: Sequence[str],
    qrels: Mapping[str, Mapping[str, int]],
    run: Mapping[str, Mapping[str, float]],
) -> dict[str, dict[str, float]]:
    """Each question's value of each measure; 0 for a question that found nothing.

    Args:
        names: As ir_measures writes them, e.g. "Success@5", "RR@20", "nDCG@10".
        qrels: Question id to document id to relevance.
        run: Question id to document id to score.

    Raises:
        ModelError: ir_measures is not installed.

    Reference:
        MacAvaney, Macdonald and Ounis, "Streamlining Evaluation with ir-measures", ECIR 2022.
    """
    try:
        import ir_measures
    except ImportError as error:
        hint = "install the extra: pip install 'onfile[evaluate]'"
        raise ModelError("ir_measures is not installed", hint=hint) from error
    measures = {ir_measures.parse_measure(name): name for name in names}
    values: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(names, 0.0))
    for row in ir_measures.iter_calc(list(measures), qrels, run):
        values[row.query_id][measures[row.measure]] = float(row.value)
    return {question: values[question] for question in qrels}
