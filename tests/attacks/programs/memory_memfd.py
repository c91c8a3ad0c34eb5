"""Take memory without end as a file that has no name (memfd), which no limit on data and no resident size counts."""

from attempt import attempt, syscall
from bot import play, setting


def attack() -> None:
    descriptor = syscall("memfd_create", b"hoard", 0)
    with open(descriptor, "wb", buffering=0, closefd=False) as file:
        for _ in range(setting("megabytes")):
            file.write(b"x" * (1 << 20))


play(lambda: attempt("hold memory in a memfd", attack))
