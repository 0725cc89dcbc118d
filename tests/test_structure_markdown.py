"""Headings of Markdown texts are their sections."""

from onfile.processing import process

MEMO = """# Field memo

Weather was dry.

## Footing 3

The bottom is lowered by 1.5 feet.

```
# not a heading
```

## Footing 4 ##

No change was made to the footing beside the east abutment of the bridge.
"""


def sections_of(path, text):
    path.write_text(text, encoding="utf-8")
    done = process(path)
    return done, [section.path for section in done.structure.sections]


def test_headings_nest_by_their_number_signs(tmp_path):
    done, paths = sections_of(tmp_path / "memo.md", MEMO)
    assert paths == [("Field memo",), ("Field memo", "Footing 3"), ("Field memo", "Footing 4")]
    assert done.pages[0].text == MEMO
    assert done.chunks[-1].section == "Field memo › Footing 4"


def test_a_single_such_line_is_no_heading(tmp_path):
    _, paths = sections_of(tmp_path / "list.txt", "# 17 was ordered\nand then cancelled again.\n")
    assert ("17 was ordered",) not in paths
