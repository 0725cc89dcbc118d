"""What was made of a word is remembered, up to a limit."""

from onfile.language.known import Known


def test_each_word_is_made_once_until_the_limit_is_reached():
    made: list[str] = []

    def upper(word: str) -> str:
        made.append(word)
        return word.upper()

    known = Known(upper, 2)
    assert list(map(known.__getitem__, ["a", "b", "a", "b"])) == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    assert [known["c"], known["c"], known["a"]] == ["C", "C", "A"]
    assert made == ["a", "b", "c", "a"]
    assert len(known) <= 2
