"""Looking for what an attack has left in the system, by the name that only its own test knows."""

from __future__ import annotations

from pathlib import Path

PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")


def traces(nonce: str) -> list[str]:
    """Processes, files, sockets, keys, mounts and System V objects that bear this name, in words."""
    return [*_processes(nonce), *_files(nonce), *_named_in_tables(nonce)]


def number(nonce: str) -> int:
    """The number by which an attack names what bears no text, the same as in the attack itself."""
    return int(nonce[-7:], 16)


def _processes(nonce: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            texts = [(folder / name).read_bytes() for name in ("cmdline", "environ")]
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # Gone, or another user's: bots run as this user, or by root's doing as one that root may read.
        if any(nonce.encode() in text for text in texts):
            found.append(f"process {folder.name}: {texts[0].replace(bytes(1), b' ').decode(errors='replace')[:80]}")
    return found


def _files(nonce: str) -> list[str]:
    return [f"file {path}" for place in PLACES for path in Path(place).glob(f"{nonce}*")]


def _named_in_tables(nonce: str) -> list[str]:
    found = [f"socket {line}" for line in _lines("/proc/net/unix") if f"@{nonce}" in line]
    found += [f"mount {line}" for line in _lines("/proc/self/mountinfo") if nonce in line]
    found += [f"key {line}" for line in _lines("/proc/keys") if nonce in line]
    for kind in ("shm", "msg", "sem"):
        found += [f"{kind} {line}" for line in _lines(f"/proc/sysvipc/{kind}") if line.split()[0] == str(number(nonce))]
    return found


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text(errors="replace").splitlines() if file.exists() else []
