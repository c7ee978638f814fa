"""``add``: what is new, changed, unchanged, gone, refused; one version a job."""

from __future__ import annotations

import os

import pytest
from bases import contents

import chunkwise as cw
from chunkwise.errors import InvalidOption, KnowledgeBaseError

LAW = "# Act\n\n" + "\n\n".join(
    f"## Chapter {c}\n\n" + "\n\n".join(f"Article {c}{n}. Rule number {c}{n} holds." for n in range(5)) for c in range(4)
)  # fmt: skip


def told(report):
    return {
        name: found
        for name in ("added", "changed", "unchanged", "removed", "gone", "skipped")
        if (found := getattr(report, name))
    }


def test_a_folder_is_added_once(kb, files):
    docs = files(a="# A\n\nApples are red.", sub__b="# B\n\n香蕉是黄色的。")
    assert told(kb.add([docs])) == {"added": ["a.md", "sub/b.md"]}
    assert contents(kb, "apples") == ["Apples are red."]
    assert contents(kb, "黄色的香蕉") == ["香蕉是黄色的。"]
    again = kb.add([docs])
    assert told(again) == {"unchanged": ["a.md", "sub/b.md"]}
    assert (again.seq, again.did_anything, len(kb.versions())) == (1, False, 1)


def test_an_edited_article_changes_one_chunk(kb, files):
    docs = files(law=LAW, other="Other text.")
    kb.add([docs], "laws")
    before = kb.documents()
    files(law=LAW.replace("Rule number 12 holds", "Rule number 12 was repealed"))
    report = kb.add([docs], "laws")
    assert told(report) == {"changed": ["law.md"], "unchanged": ["other.md"]}
    assert (report.chunks_added, report.chunks_removed, report.chunks_kept) == (1, 1, 19)
    assert [info.chunks for info in kb.documents()] == [info.chunks for info in before]
    assert contents(kb, "repealed", k=1) == ["Article 12. Rule number 12 was repealed."]
    assert contents(kb, "rule number 12", k=1, at=1) == ["Article 12. Rule number 12 holds."]


def test_what_moved_without_a_change_is_where_it_is_now(kb, files):
    docs = files(law=LAW)
    kb.add([docs], "laws")
    old = kb.search("rule number 33", 1)[0].chunk
    files(law="A preamble of some words.\n\n" + LAW)
    report = kb.add([docs], "laws")
    new = kb.search("rule number 33", 1)[0].chunk
    assert (report.chunks_removed, report.chunks_kept, new.id) == (0, 20, old.id)
    assert new.spans[0].start == old.spans[0].start + 27
    assert kb.search("rule number 33", 1, at=1)[0].chunk.spans == old.spans


def test_pruning_happens_only_when_asked(kb, files):
    docs = files(a="Apples.", b="Bananas.", c="Cherries.")
    kb.add([docs])
    files(b=None)
    report = kb.add([docs])
    assert (told(report), report.seq) == ({"unchanged": ["a.md", "c.md"], "gone": ["b.md"]}, 1)
    assert contents(kb, "bananas") == ["Bananas."]
    report = kb.add([docs], prune=True)
    assert (told(report), report.chunks_removed) == ({"unchanged": ["a.md", "c.md"], "removed": ["b.md"]}, 1)
    assert contents(kb, "bananas") == []
    assert contents(kb, "bananas", at=1) == ["Bananas."]
    assert [info.id for info in kb.documents()] == ["a.md", "c.md"]


def test_pruning_leaves_other_folders_alone(kb, files, tmp_path):
    docs = files(a="Apples.")
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.md").write_text("Xylophones.")
    kb.add([docs, other])
    (other / "x.md").unlink()
    (other / "y.md").write_text("Yaks.")
    assert told(kb.add([docs], prune=True)) == {"unchanged": ["a.md"]}
    assert contents(kb, "xylophones") == ["Xylophones."]


def test_nothing_is_pruned_where_a_folder_cannot_be_looked_into(kb, files, tmp_path):
    docs = files(a="Apples.", b="Bananas.")
    kb.add([docs])
    files(b=None)
    empty = tmp_path / "empty"
    empty.mkdir()
    report = kb.add([docs, empty], prune=True)
    assert (report.gone, report.removed) == (["b.md"], [])
    assert "Nothing was pruned" in report.warnings[0]


def test_a_folder_that_was_moved_is_the_same(kb, files, tmp_path):
    docs = files(a="Apples.", b="Bananas.", c="Cherries.")
    kb.add([docs])
    docs.rename(tmp_path / "moved")
    (tmp_path / "moved" / "b.md").unlink()
    assert told(kb.add([tmp_path / "moved"])) == {"unchanged": ["a.md", "c.md"], "gone": ["b.md"]}
    report = kb.add([tmp_path / "moved"], prune=True)
    assert told(report) == {"unchanged": ["a.md", "c.md"], "removed": ["b.md"]}


def folder_of(tmp_path, name, **texts):
    place = tmp_path / name
    place.mkdir(parents=True, exist_ok=True)
    for key, text in texts.items():
        (place / f"{key}.md").write_text(text)
    return place


def test_a_folder_that_is_away_is_not_pruned_by_another_one(kb, tmp_path):
    """One common name, even with the same content, does not make two folders one."""
    away = folder_of(tmp_path, "usb", f1="One.", f2="Two.", licence="The licence.")
    other = folder_of(tmp_path, "other", licence="The licence.")
    kb.add([away])
    away.rename(tmp_path / "unplugged")
    report = kb.add([other], prune=True)
    assert (report.removed, report.gone) == ([], [])
    assert contents(kb, "one two") == ["One.", "Two."]


def test_pruning_looks_below_what_was_named_and_not_below_the_root(kb, tmp_path):
    folder_of(tmp_path, "x/sub", s="Sub.")
    elsewhere = folder_of(tmp_path, "x/elsewhere", e="Elsewhere.")
    kb.add([tmp_path / "x"])
    (elsewhere / "e.md").unlink()
    for named in (tmp_path / "x" / "sub", tmp_path / "x" / "sub" / "s.md"):
        assert told(kb.add([named], root=tmp_path / "x", prune=True)) == {"unchanged": ["sub/s.md"]}
    assert kb.add([tmp_path / "x"], prune=True).removed == ["elsewhere/e.md"]


def test_what_may_not_be_looked_at_may_be_there(monkeypatch, tmp_path):
    import os

    from chunkwise.kb.gone import is_gone, is_missing

    place = folder_of(tmp_path, "d", a="A.")
    assert [is_gone(str(place / name)) for name in ("a.md", "b.md", "a.md/below")] == [False, True, True]
    assert (is_gone(str(place)), is_missing(str(place))) == (True, False)
    monkeypatch.setattr(os, "lstat", lambda path: (_ for _ in ()).throw(PermissionError(13, "denied")))
    assert is_missing(str(place / "b.md")) is False


def test_a_link_whose_target_is_away_is_not_gone(kb, tmp_path):
    target = folder_of(tmp_path, "target", a="Apples.")
    docs = folder_of(tmp_path, "docs", b="Bananas.")
    (docs / "a.md").symlink_to(target / "a.md")
    kb.add([docs])
    target.rename(tmp_path / "away")
    report = kb.add([docs], prune=True)
    assert ([failure.source for failure in report.failed], report.removed) == ([str(docs / "a.md")], [])
    assert contents(kb, "apples") == ["Apples."]


def test_a_linked_folder_is_the_folder(kb, tmp_path):
    real = folder_of(tmp_path, "real", a="Apples.", b="Bananas.")
    (tmp_path / "link").symlink_to(real)
    kb.add([tmp_path / "link"])
    (real / "b.md").unlink()
    assert told(kb.add([real], prune=True)) == {"unchanged": ["a.md"], "removed": ["b.md"]}


def test_a_file_that_became_a_folder_is_gone(kb, files):
    docs = files(a="Apples.", b="Bananas.")
    kb.add([docs])
    (docs / "a.md").unlink()
    files(**{"a.md__c": "Cherries."})
    assert kb.add([docs], prune=True).removed == ["a.md"]


def test_a_file_that_nothing_reads_any_more_is_a_failure(kb, files):
    docs = files(a="Apples.", b="Bananas.")
    kb.add([docs])
    (docs / "a.md").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(200))
    report = kb.add([docs])
    assert (len(report.failed), report.skipped) == (1, [])


def test_standard_input_and_files_do_not_take_each_others_place(kb, files):
    kb.add(cw.Document.from_text("In memory.", "a.md"))
    report = kb.add([files(a="In a file.")])
    assert (report.changed, len(report.failed)) == ([], 1)
    assert "no file of a folder" in report.failed[0].message
    assert kb.add([files()], replace=True).changed == ["a.md"]


def test_a_root_gives_files_new_keys(kb, tmp_path):
    x = folder_of(tmp_path, "x", a="Top.")
    folder_of(tmp_path, "x/sub", a="Sub.")
    kb.add([x / "sub"])
    assert len(kb.add([x]).failed) == 1  # a.md is the one below sub
    report = kb.add([x], root=x)
    assert (report.added, report.changed, report.failed) == (["sub/a.md"], ["a.md"], [])
    assert [info.id for info in kb.documents()] == ["a.md", "sub/a.md"]
    assert kb.add([x], root=x).did_anything is False


def test_what_is_cut_is_what_was_looked_at(kb, files):
    docs = files(a="The original alpha.")

    def swap(step):
        if step.stage == "look":
            files(a="The swapped beta.")

    report = kb.add([docs], on_progress=swap)
    assert (report.added, "changed while it was being added" in report.failed[0].message) == ([], True)
    files(a="The original alpha.")
    assert kb.add([docs]).added == ["a.md"]
    assert contents(kb, "alpha") == ["The original alpha."]


def test_the_folder_of_the_program_may_change(tmp_path, files, monkeypatch):
    docs = files(a="Apples.")
    monkeypatch.chdir(tmp_path)
    with cw.open_kb("c.kb", create=True) as kb:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        kb.add([docs])
        assert contents(kb, "apples") == ["Apples."]
    assert not list((tmp_path / "elsewhere").iterdir())


def test_metadata_that_cannot_be_kept_is_one_files_fault(kb):
    from dataclasses import replace

    good = cw.Document.from_text("Good lamps.", "good")
    endless: list = []
    endless.append(endless)
    bad = [replace(good, id=f"bad{n}", metadata={"x": x}) for n, x in enumerate((10**5000, endless))]
    report = kb.add([*bad, good])
    assert (report.added, len(report.failed)) == (["good"], 2)


def test_metadata_does_not_hide_the_file(kb, files):
    kb.add([files(a="---\npart_of: other.md\n---\n\nApples.")])
    assert contents(kb, "apples", where={"source": "a.md"}) == ["Apples."]


def test_a_pattern_leaves_bases_out(kb, files, monkeypatch):
    docs = files(a="Apples.")
    monkeypatch.chdir(docs)
    with cw.open_kb("own.kb", create=True) as own:
        own.add(["**"])
        assert own.add(["**"]).unchanged == ["a.md"]
        (docs / "a.md").unlink()
        files(b="Bananas.")
        report = own.add(["**/*.md"], prune=True)
        assert (report.added, report.removed, report.failed) == (["b.md"], ["a.md"], [])


def test_one_file_named_in_two_ways_is_there_once(kb, files, monkeypatch):
    docs = files(a="Apples.", sub__b="Bananas.")
    kb.add([docs])
    assert told(kb.add([docs / "sub" / "b.md"])) == {"unchanged": ["sub/b.md"]}
    monkeypatch.chdir(docs.parent)
    assert told(kb.add(["docs/**/*.md"])) == {"unchanged": ["a.md", "sub/b.md"]}
    report = kb.add(["."], root=".")  # whoever names the root means the keys below it
    assert told(report) == {"added": ["docs/a.md", "docs/sub/b.md"], "removed": ["a.md", "sub/b.md"]}
    assert report.warnings == []


def test_two_files_with_one_id_are_not_put_in_each_others_place(kb, files, tmp_path):
    docs = files(readme="The first.")
    other = tmp_path / "other"
    other.mkdir()
    (other / "readme.md").write_text("The second.")
    report = kb.add([docs, other])
    assert (report.added, len(report.failed)) == (["readme.md"], 1)
    assert "--root" in report.failed[0].message
    assert contents(kb, "first second") == ["The first."]
    report = kb.add([other])
    assert "still there" in report.failed[0].message
    assert told(kb.add([other], replace=True)) == {"changed": ["readme.md"]}
    assert contents(kb, "first second") == ["The second."]
    assert told(kb.add([docs, other], root=tmp_path)) == {
        "added": ["docs/readme.md", "other/readme.md"],
        "removed": ["readme.md"],
    }


def test_one_broken_file_never_stops_a_folder(kb, files):
    docs = files(a="Apples.", c="Cherries.")
    (docs / "b.pdf").write_bytes(b"%PDF-1.7 broken")
    (docs / "data.bin").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(200))
    report = kb.add([docs])
    assert (report.added, [failure.source for failure in report.failed]) == (
        ["a.md", "c.md"],
        [str(docs / "b.pdf")],
    )
    assert report.skipped == [str(docs / "data.bin")]
    assert contents(kb, "cherries") == ["Cherries."]


def test_a_file_that_becomes_broken_keeps_what_the_base_had(kb, files):
    docs = files(**{"a.json": '{"fruit": "apples"}'})
    kb.add([docs])
    files(**{"a.json": '{"fruit": '})
    report = kb.add([docs], prune=True)
    assert (len(report.failed), report.removed, report.seq) == (1, [], 1)
    assert contents(kb, "apples")


def test_if_nothing_can_be_added_there_is_no_version(kb):
    report = kb.add(["nowhere.md"])
    assert (len(report.failed), report.seq, kb.versions(), len(kb.search("word"))) == (1, 0, [], 0)


def test_other_settings_are_a_change(kb, files):
    docs = files(a="One sentence here. Another sentence there.")
    kb.add([docs], "recursive", max_tokens=100)
    assert told(kb.add([docs], "recursive", max_tokens=100)) == {"unchanged": ["a.md"]}
    report = kb.add([docs], "recursive", max_tokens=6)
    assert (told(report), report.chunks_added, report.chunks_removed) == ({"changed": ["a.md"]}, 2, 1)
    report = kb.add([docs], "recursive", max_tokens=6, metadata={"year": 2024})
    assert (told(report), report.chunks_changed, report.chunks_added) == ({"changed": ["a.md"]}, 2, 0)


def test_steps_keys_are_settings_whatever_the_method(kb, files, tmp_path):
    docs = files(a="One sentence here. Another sentence there.")
    for method in ("auto", "recursive"):
        kb.add([docs], method)
        assert kb.add([docs], method, **{"pack.max_tokens": 6}).chunks_added == 2, method
    mine = tmp_path / "mine.toml"
    preset = 'summary = "Mine"\nsplit = ["sections"]\npack = {{ use = "fill", max_tokens = {} }}\n'
    mine.write_text(preset.format(100))
    kb.add([docs], str(mine))
    assert kb.add([docs], str(mine)).did_anything is False
    mine.write_text(preset.format(6))
    assert kb.add([docs], str(mine)).chunks_added == 2


def test_several_documents_of_a_file(kb, files, tmp_path):
    mail = tmp_path / "m.eml"
    text = (
        "From: a@b.c\nSubject: Lamps\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
    )
    part = 'Content-Type: text/plain\nContent-Disposition: attachment; filename="{0}.txt"\n\nAbout {0}.\n--x'
    body = "Content-Type: text/plain\n\nThe body.\n--x\n"
    mail.write_text(text + body + part.format("cats") + "\n" + part.format("dogs") + "--\n")
    kb.add([mail])
    ids = [info.id for info in kb.documents()]
    assert len(ids) == 3
    assert contents(kb, "dogs") == ["About dogs."]
    mail.write_text(text + body + part.format("cats") + "--\n")
    report = kb.add([mail])
    assert (report.changed, len(kb.documents())) == (["m.eml"], 2)
    assert contents(kb, "dogs") == []
    assert kb.remove("m.eml").removed == ["m.eml"]
    assert kb.documents() == []


def test_documents_can_be_added_as_they_are(kb):
    document = cw.Document.from_sections(["Lamps are bright.", "Roads are long."], id="made")
    assert kb.add(document).added == ["made"]
    assert kb.add([document]).unchanged == ["made"]
    assert contents(kb, "roads", k=1)[0].endswith("Roads are long.")


def test_several_processes_cut_the_same(kb, files, tmp_path):
    docs = files(**{f"f{n}": f"# Title {n}\n\nText number {n}. 第{n}段。" for n in range(6)})
    kb.add([docs])
    with cw.open_kb(tmp_path / "b.kb", create=True) as other:
        other.add([docs], workers=2)
        assert other.documents() == kb.documents()
        assert [h.chunk for h in other.search("text number", 9)] == [
            h.chunk for h in kb.search("text number", 9)
        ]


def test_removing_by_key(kb, files):
    kb.add([files(a="Apples.", b="Bananas.")])
    assert kb.remove(["a.md"]).seq == 2
    assert contents(kb, "apples bananas") == ["Bananas."]
    with pytest.raises(KnowledgeBaseError, match=r"no file 'a\.md'"):
        kb.remove("a.md")
    assert [version.summary["removed"] for version in kb.versions()] == [1, 0]


def test_odd_names_and_texts(kb, tmp_path):
    folder = tmp_path / "odd"
    folder.mkdir()
    names = ["'; DROP TABLE kb; --.md", "日本語 ファイル.md", "a%20b#c.md", "-rf.md"]
    for name in names:
        (folder / name).write_text(f"About {name} and lamps.")
    raw = os.fsencode(str(folder)) + b"/\xff\xfe.md"
    try:
        with open(raw, "w") as file:
            file.write("About lamps, too.")
    except OSError:
        raw = b""
    (folder / "controls.md").write_bytes("lamps \x00 \x01 \x1f 👩‍👩‍👧 \u202e end".encode())
    report = kb.add([folder])
    assert not report.failed
    assert len(report.added) == len(names) + 1 + bool(raw)
    assert len(kb.search("lamps", 20)) == len(report.added)
    assert kb.add([folder]).did_anything is False


def test_wrong_calls_are_refused_at_once(kb, files):
    docs = files(a="Apples.")
    with pytest.raises(cw.UnknownOption):
        kb.add([docs], "general", chunk_size=100)
    with pytest.raises(cw.UnknownName):
        kb.add([docs], "nosuch")
    with pytest.raises(InvalidOption, match="paths, patterns and documents"):
        kb.add([3])
    with pytest.raises(InvalidOption, match="metadata"):
        kb.add([docs], metadata="year=3")
    assert kb.head_seq == 0


def test_the_bases_own_files_are_no_documents(files, tmp_path):
    docs = files(a="Apples.")
    with cw.open_kb(docs / "own.kb", create=True) as kb:
        assert told(kb.add([docs])) == {"added": ["a.md"]}
        assert told(kb.add([docs])) == {"unchanged": ["a.md"]}


def test_progress_by_stage(kb, files):
    steps = []
    kb.add([files(a="Apples.", b="Bananas.")], on_progress=steps.append)
    assert [(step.stage, step.done, step.total) for step in steps] == [
        ("look", 1, 2), ("look", 2, 2), ("store", 1, 2), ("store", 2, 2), ("index", 0, 0),
    ]  # fmt: skip


def test_an_interrupted_job_leaves_nothing(kb, files):
    kb.add([files(a="Apples.")])
    docs = files(b="Bananas.", c="Cherries.")

    def interrupt(step):
        if step.stage == "store":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kb.add([docs], on_progress=interrupt)
    assert (kb.head_seq, contents(kb, "bananas cherries")) == (1, [])
    assert told(kb.add([docs])) == {"added": ["b.md", "c.md"], "unchanged": ["a.md"]}
    assert kb.head_seq == 2
