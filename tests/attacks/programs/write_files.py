"""Write outside the scratch folder: append to the opponent's source and the own one, make, rename and remove files."""

from pathlib import Path

from attempt import TARGETS, attempt

target = Path(TARGETS["opponent_file"])


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"# changed\n")


attempt("append to the opponent's source", lambda: append(target))
attempt("append to the own source", lambda: append(Path(__file__)))
attempt("make a file in the opponent's folder", lambda: target.with_name("planted.py").write_text(""))
attempt("make a file in the own folder", lambda: Path("planted.py").write_text(""))
attempt("make a folder beside the opponent's source", target.with_name("planted").mkdir)
attempt("rename the opponent's source", lambda: target.rename(target.with_name("renamed.py")))
attempt("remove the opponent's other file", target.with_name("weights.bin").unlink)
