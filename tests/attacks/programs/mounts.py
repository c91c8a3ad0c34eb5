"""Mount a file system: over a folder of its own by mount (unmounted at once), and a new one by fsopen."""

from pathlib import Path

from attempt import LIBC, attempt, checked, syscall

place = str(Path(__file__).with_name("place")).encode()


def mount() -> None:
    syscall("mount", b"attack", place, b"tmpfs", 0, 0)
    checked(LIBC.umount2(place, 0))


attempt("mount a tmpfs", mount)
attempt("open a new file system", lambda: syscall("fsopen", b"tmpfs", 0))
