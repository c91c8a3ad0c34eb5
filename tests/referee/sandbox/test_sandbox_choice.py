"""A tier is trusted only after it was tried, and a refusal says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import InputError, SandboxError
from arena.referee.sandbox import Sandbox, calls, choose, libseccomp, linux
from arena.referee.sandbox.view import outermost
from tests.referee.sandbox.running import run_python


def pretend_bwrap(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    program = folder / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    for parent in (folder, *folder.parents[:-1]):
        if parent.stat().st_mode & 0o001 == 0:
            parent.chmod(0o711)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_auto_finds_bubblewrap(bwrap: Sandbox) -> None:
    assert choose("auto").name == "bwrap"
    assert choose() is choose("bwrap")


def test_none_is_had_only_by_that_word() -> None:
    assert choose("none").name == "none"
    with pytest.raises(InputError, match=r"sandbox 'off' is unknown; use auto, bwrap, landlock or none"):
        choose("off")


def test_without_bubblewrap_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxError, match=r"apt-get install bubblewrap.*--sandbox none"):
        choose("bwrap")


def test_without_bubblewrap_auto_takes_landlock(
    landlock: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert choose("auto") is landlock


def test_without_both_auto_refuses_and_says_what_to_do_for_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(linux, "landlock_version", lambda: 0)
    # The trial of each tier is made once a process; another plugin's is another trial.
    with pytest.raises(SandboxError, match=r"apt-get install bubblewrap.*no Landlock.*--sandbox none"):
        choose("auto", readable=[tmp_path])


def test_what_libseccomp_lacks_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(libseccomp, "_LIBRARY", "libseccomp-is-not-here.so.2")
    libseccomp._library.cache_clear()
    calls.filter_for.cache_clear()
    try:
        with pytest.raises(
            SandboxError, match=r"libseccomp\.so\.2, .* is not installed\); .*apt-get install libseccomp2"
        ):
            choose("landlock", readable=[tmp_path])
    finally:
        monkeypatch.undo()
        libseccomp._library.cache_clear()


def test_a_bubblewrap_that_shuts_nothing_in_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend_bwrap(monkeypatch, tmp_path, 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    with pytest.raises(SandboxError, match=r"does not protect here: a bot could read a file of the host"):
        choose("bwrap")


def test_a_bubblewrap_that_fails_is_refused_in_its_own_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend_bwrap(monkeypatch, tmp_path, "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    with pytest.raises(SandboxError, match=r"does not work here \(bwrap: setting up uid map: .*user namespaces"):
        choose("bwrap")


def test_an_old_bubblewrap_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend_bwrap(monkeypatch, tmp_path, "echo 'bwrap: Unknown option --disable-userns' >&2; exit 1")
    with pytest.raises(SandboxError, match=r"install bubblewrap 0\.8 or newer"):
        choose("bwrap")


def test_a_plugin_given_by_path_can_be_imported_inside(walled: Sandbox, folder: Path, tmp_path: Path) -> None:
    plugins = tmp_path / "plugins"
    (plugins / "arena_toy").mkdir(parents=True)
    (plugins / "arena_toy" / "__init__.py").write_text("name = 'toy'\n")
    (plugins / "arena_coy.py").write_text("name = 'coy'\n")
    (plugins / "unseen.py").write_text("")
    with_plugins = choose(walled.name, readable=[plugins / "arena_toy", plugins / "arena_coy.py"])
    source = """
        import importlib.util, arena_toy, arena_coy
        print(arena_toy.name, arena_coy.name, importlib.util.find_spec("unseen"))
    """
    assert run_python(with_plugins, folder, source).lines == ["toy coy None"]


def test_a_folder_within_another_is_not_bound_again() -> None:
    paths = [Path("/a/b"), Path("/a"), Path("/a/b/c"), Path("/ab"), Path("/usr/lib/python3")]
    assert outermost(paths) == (Path("/a"), Path("/ab"))
