import threading

from onfile.adapters.watching import changes


def test_a_changed_file_is_told_and_the_stores_own_changes_are_not(tmp_path):
    store = tmp_path / "store"
    store.mkdir()
    stop, heard = threading.Event(), threading.Event()

    def keep_changing():
        for number in range(6000):
            (store / f"{number}.db").write_text("own", encoding="utf-8")
            if number > 20:
                (tmp_path / "letter.txt").write_text(f"{number}", encoding="utf-8")
            if heard.wait(0.05):
                return
        stop.set()

    writer = threading.Thread(target=keep_changing)
    writer.start()
    counts = []
    for n_files in changes([tmp_path], store, stop):
        counts.append(n_files)
        heard.set()
        stop.set()
    writer.join()
    assert counts == [1]


def test_watching_ends_when_it_is_told_to(tmp_path):
    stop = threading.Event()
    stop.set()
    assert list(changes([tmp_path], tmp_path / "store", stop)) == []
