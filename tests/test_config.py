"""Settings: which layer wins, where each value comes from, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from chunkwise.config import DEFAULTS, Setting, load_settings, project_files, user_file
from chunkwise.errors import ConfigError, UnknownOption


@pytest.fixture(autouse=True)
def clean(tmp_path, monkeypatch):
    """A home and a project of its own, and no variables."""
    for name in [name for name in os.environ if name.startswith("CHUNKWISE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (tmp_path / "project" / "sub").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project")


@pytest.fixture
def project(tmp_path) -> Path:
    return tmp_path / "project"


@pytest.fixture
def user(tmp_path) -> Path:
    path = tmp_path / "home" / "chunkwise" / "config.toml"
    path.parent.mkdir(parents=True)
    return path


def test_defaults():
    settings = load_settings()
    assert {key: settings[key] for key in DEFAULTS} == DEFAULTS
    assert settings.setting("method") == Setting("general", "default")


def test_each_layer_is_above_the_one_before(project, user, monkeypatch):
    user.write_text('method = "user"')
    assert load_settings().setting("method") == Setting("user", str(user))
    (project / "pyproject.toml").write_text('[tool.chunkwise]\nmethod = "pyproject"')
    assert load_settings().setting("method") == Setting("pyproject", str(project / "pyproject.toml"))
    (project / "chunkwise.toml").write_text('method = "project"')
    assert load_settings().setting("method") == Setting("project", str(project / "chunkwise.toml"))
    monkeypatch.setenv("CHUNKWISE_METHOD", "variable")
    assert load_settings().setting("method") == Setting("variable", "CHUNKWISE_METHOD")
    assert load_settings(flags={"method": "flag", "workers": None}).setting("method") == Setting(
        "flag", "--method"
    )


def test_layers_are_merged_key_by_key(project, user):
    user.write_text("workers = 2\n[options]\nmax_tokens = 1\nmin_tokens = 1\n[methods.laws]\nmax_tokens = 2")
    (project / "chunkwise.toml").write_text("[options]\nmax_tokens = 3")
    settings = load_settings(flags={"timeout_s": 5})
    assert (settings["workers"], settings["timeout_s"], settings["method"]) == (2, 5, "general")
    effective = {key: setting.value for key, setting in settings.effective().items()}
    assert effective["options.max_tokens"] == 3
    assert effective["options.min_tokens"] == 1
    assert effective["methods.laws.max_tokens"] == 2


def values(settings, method):
    """What holds in the end for a method."""
    return {name: setting.value for name, setting, _ in settings.options_for(method)}


def test_options_of_one_method_are_above_those_of_all_in_the_same_layer_only(project, user, monkeypatch):
    user.write_text("[options]\nmax_tokens = 1\n[methods.laws]\nmax_tokens = 2")
    assert values(load_settings(), "laws") == {"max_tokens": 2}
    assert values(load_settings(), "book") == {"max_tokens": 1}
    (project / "chunkwise.toml").write_text("[options]\nmax_tokens = 3")
    assert values(load_settings(), "laws") == {"max_tokens": 3}
    monkeypatch.setenv("CHUNKWISE_MAX_TOKENS", "4")
    assert values(load_settings(), "laws") == {"max_tokens": "4"}
    assert [setting.text for name, setting, _ in load_settings().options_for("laws")][-1] is True


def test_the_tokenizer_is_an_option_of_every_method(project, monkeypatch):
    (project / "chunkwise.toml").write_text('tokenizer = "words"\n[methods.laws]\ntokenizer = "chars"')
    assert values(load_settings(), "laws") == {"tokenizer": "chars"}
    assert values(load_settings(), "book") == {"tokenizer": "words"}
    monkeypatch.setenv("CHUNKWISE_TOKENIZER", "o200k_base")
    assert values(load_settings(), "laws") == {"tokenizer": "o200k_base"}


def test_step_keys_may_be_nested(project):
    (project / "chunkwise.toml").write_text('[methods.laws]\npack.min_tokens = 2\n"split.mode" = "one"')
    assert values(load_settings(), "laws") == {"pack.min_tokens": 2, "split.mode": "one"}
    assert [own for _, _, own in load_settings().options_for("laws")] == [True, True]


def test_the_nearest_folder_upwards(project):
    (project / "chunkwise.toml").write_text('method = "above"')
    assert load_settings(project / "sub")["method"] == "above"
    (project / "sub" / "pyproject.toml").write_text("[project]\nname = 'other'")
    assert load_settings(project / "sub")["method"] == "above"
    (project / "sub" / "chunkwise.toml").write_text("workers = 2")
    settings = load_settings(project / "sub")
    assert (settings["method"], settings["workers"]) == ("general", 2)
    assert project_files(project / "sub") == (project / "sub" / "chunkwise.toml",)


def test_both_files_of_a_folder_count(project):
    (project / "pyproject.toml").write_text("[tool.chunkwise]\nworkers = 2\nmethod = 'weak'")
    (project / "chunkwise.toml").write_text("method = 'strong'")
    assert project_files(project) == (project / "pyproject.toml", project / "chunkwise.toml")
    assert (load_settings()["workers"], load_settings()["method"]) == (2, "strong")


@pytest.mark.parametrize(
    "text",
    [
        "[tool.other]\nx = 1",
        "not toml at all",
        "",
        '[project]\ndependencies = ["chunkwise"]',
        "dependencies = [chunkwise",
    ],
)
def test_the_pyproject_of_others_is_left_alone(project, text):
    (project / "pyproject.toml").write_text(text)
    assert project_files(project) == ()


def test_our_own_table_has_to_be_right(project):
    (project / "pyproject.toml").write_text("[tool.chunkwise]\nmethod = ")
    with pytest.raises(ConfigError, match=r"pyproject\.toml is no valid TOML"):
        load_settings()
    (project / "pyproject.toml").write_text("[tool]\nchunkwise = 3")
    with pytest.raises(ConfigError, match="has to be a table"):
        load_settings()


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("methd = 'x'", UnknownOption, r"chunkwise\.toml has no option 'methd'. Did you mean 'method'"),
        ("max_tokens = 3", UnknownOption, r"options of methods belong into \[options\]"),
        ("[option]", UnknownOption, "Did you mean 'options'"),
        ("method = 3", ConfigError, "method is 3: it has to be a text"),
        ("workers = '2'", ConfigError, "workers is '2': it has to be a whole number"),
        ("workers = true", ConfigError, "workers is True"),
        ("workers = 0", ConfigError, "it has to be above 0"),
        ("workers = 1.5", ConfigError, "it has to be a whole number"),
        ("timeout_s = -1", ConfigError, "it has to be above 0"),
        ("timeout_s = nan", ConfigError, "it has to be above 0"),
        ("options = 3", ConfigError, r"options stand in tables: \[options\]"),
        ("methods = 3", ConfigError, "methods has to be a table of tables"),
        ("[methods]\nlaws = 3", ConfigError, "options stand in tables"),
        ("method = [", ConfigError, "is no valid TOML"),
        ("a = '\\ud800'\nb = 1", UnknownOption, "has no option 'a'"),
    ],
)
def test_what_is_refused(project, text, error, message):
    (project / "chunkwise.toml").write_text(text)
    with pytest.raises(error, match=message):
        load_settings()


def test_files_that_are_no_text(project):
    (project / "chunkwise.toml").write_bytes(b"method = '\xff'")
    with pytest.raises(ConfigError, match="is no valid TOML"):
        load_settings()
    (project / "chunkwise.toml").write_bytes("\ufeffmethod = 'x'".encode())
    assert load_settings()["method"] == "x"


def test_files_that_may_not_be_read(project):
    (project / "chunkwise.toml").write_text("")
    (project / "chunkwise.toml").chmod(0)
    if os.access(project / "chunkwise.toml", os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("WORKERS", "two", "CHUNKWISE_WORKERS is 'two': it has to be a whole number"),
        ("WORKERS", "0", "above 0"),
        ("TIMEOUT_S", "soon", "it has to be a number"),
    ],
)
def test_wrong_variables(monkeypatch, name, text, message):
    monkeypatch.setenv(f"CHUNKWISE_{name}", text)
    with pytest.raises(ConfigError, match=message):
        load_settings()


def test_variables(monkeypatch):
    for name, text in {
        "KB": "a.kb",
        "WORKERS": "3",
        "TIMEOUT_S": "1.5",
        "DEBUG": "1",
        "FORMAT": "",
        "OVERLAP_TOKENS": "7",
    }.items():
        monkeypatch.setenv(f"CHUNKWISE_{name}", text)
    settings = load_settings()
    assert (settings["kb"], settings["workers"], settings["timeout_s"], settings["format"]) == (
        "a.kb",
        3,
        1.5,
        None,
    )
    assert settings.effective()["options.overlap_tokens"] == Setting(
        "7", "CHUNKWISE_OVERLAP_TOKENS", text=True
    )
    assert "options.debug" not in settings.effective()


def test_wrong_flags():
    with pytest.raises(ConfigError, match="--workers: workers is 0"):
        load_settings(flags={"workers": 0})


def test_paths_in_a_file_start_from_its_folder(project):
    (project / "chunkwise.toml").write_text(
        'kb = "base.kb"\nmethod = "own/mine.toml"\ntokenizer = "hf:models/x"\n[options]\ntokenizer = "hf:/abs/y"\n'
    )
    settings = load_settings(project / "sub")
    assert settings["kb"] == str(project / "base.kb")
    assert settings["method"] == str(project / "own" / "mine.toml")
    assert settings["tokenizer"] == f"hf:{project / 'models' / 'x'}"
    assert settings.effective()["options.tokenizer"].value == "hf:/abs/y"
    (project / "chunkwise.toml").write_text('kb = "https://example.org/kb"\nmethod = "laws"\n')
    assert (load_settings()["kb"], load_settings()["method"]) == ("https://example.org/kb", "laws")


def test_paths_in_variables_are_left_alone(monkeypatch):
    monkeypatch.setenv("CHUNKWISE_KB", "base.kb")
    assert load_settings()["kb"] == "base.kb"


def test_where_the_users_file_is(monkeypatch, tmp_path):
    assert user_file() == tmp_path / "home" / "chunkwise" / "config.toml"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert user_file().name == "config.toml"
    assert user_file().parent.name == "chunkwise"


def test_settings_do_not_change():
    with pytest.raises(FrozenInstanceError):
        load_settings().layers = ()


def test_importing_loads_nothing_heavy():
    script = "import sys, chunkwise.config; print(' '.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"click", "rich"} & set(loaded)
    assert {name for name in loaded if name.startswith("chunkwise.")} == {
        "chunkwise.config",
        "chunkwise.errors",
    }
