"""What programs are built with and run by, language by language, and how a machine gets it.

The one place that knows: `arena doctor` tells which of the tools are here, `arena bot new` what a language's bot would
lack, `arena.league` what stands in the way of a bot. It looks at the host alone; what of it a sandbox shows is the
doctor's affair.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tool:
    """A command. get: how to have it installed, on Debian; empty where another tool of the language would do."""

    language: str
    get: str = ""


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that is not here: what, said as a whole, and what to do."""

    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.what}; {self.remedy}"


@dataclass(frozen=True, slots=True)
class Need:
    """What bots in a language need beside their tools: a library, a linker, a tool that is not too old.

    trial: a command that succeeds where it is there, with nothing to read. least: what the first version number in that
    command's output must be.
    """

    language: str
    what: str
    trial: tuple[str, ...]
    get: str
    least: tuple[int, int] | None = None

    def lack(self) -> Lack | None:
        """Try it; None if nothing is lacking. What can't be tried, its tool not being here, counts as well."""
        remedy = f"get it with: {self.get}"
        if absent(self.trial[0]):
            told = f"whether {self.what} is installed can't be told without {self.trial[0]}"
            return Lack(told, remedy) if self.least is None else None
        tried = subprocess.run(self.trial, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if tried.returncode:
            return Lack(f"{self.what} is not installed", remedy)
        number = re.search(r"(\d+)(?:\.(\d+))?", tried.stdout + tried.stderr)
        if self.least and number and (int(number[1]), int(number[2] or 0)) < self.least:
            return Lack(f"{self.what} is needed, and here is {number[0]}", remedy)
        return None


_GO = "the installer on go.dev, or on Debian 13 and newer: apt-get install golang-go"
_RUST = "rustup, Rust's own installer, or on Debian 13 and newer: apt-get install cargo"
_CC = "apt-get install gcc libc6-dev"
_JDK = "apt-get install default-jdk-headless"

TOOLS: Mapping[str, Tool] = {
    "cc": Tool("C", _CC),
    "gcc": Tool("C"),
    "clang": Tool("C"),
    "g++": Tool("C++", "apt-get install g++"),
    "c++": Tool("C++"),
    "clang++": Tool("C++"),
    "go": Tool("Go", _GO),
    "cargo": Tool("Rust", _RUST),
    "rustc": Tool("Rust"),
    "javac": Tool("Java", _JDK),
    "java": Tool("Java", _JDK),
    "mvn": Tool("Java", "apt-get install maven"),
    "kotlinc": Tool("Kotlin"),
    "node": Tool("JavaScript", "apt-get install nodejs"),
    "npm": Tool("JavaScript", "apt-get install npm"),
    "tsc": Tool("TypeScript"),
    "python3": Tool("Python", "apt-get install python3"),
    "ruby": Tool("Ruby", "apt-get install ruby"),
    "perl": Tool("Perl", "apt-get install perl"),
    "lua5.3": Tool("Lua", "apt-get install lua5.3"),
    "lua": Tool("Lua"),
}
"""Every command by its name. What serves several languages stands under the one that it is named for."""


def _compiles(compiler: str, language: str, header: str, *options: str) -> tuple[str, ...]:
    return (compiler, "-fsyntax-only", *options, "-include", header, "-x", language, "/dev/null")


_CXX = ("-std=c++20", "-DMSGPACK_NO_BOOST")
NEEDS: Sequence[Need] = (
    Need("C", "the C library's headers (stdio.h)", _compiles("cc", "c", "stdio.h"), "apt-get install libc6-dev"),
    Need("C", "msgpack-c (msgpack.h)", _compiles("cc", "c", "msgpack.h"), "apt-get install libmsgpack-dev"),
    Need("C++", "a compiler for C++20", _compiles("g++", "c++", "span", "-std=c++20"), "apt-get install g++"),
    Need(
        "C++",
        "msgpack-cxx (msgpack.hpp)",
        _compiles("g++", "c++", "msgpack.hpp", *_CXX),
        "apt-get install libmsgpack-cxx-dev",
    ),
    Need("Go", "Go 1.21 or newer", ("go", "version"), _GO, (1, 21)),
    Need("Java", "a JDK, 17 or newer", ("javac", "-version"), _JDK, (17, 0)),
    Need("JavaScript", "Node.js 18 or newer", ("node", "--version"), "apt-get install nodejs", (18, 0)),
    Need("Kotlin", "a JDK, 17 or newer", ("java", "-version"), _JDK, (17, 0)),
    Need("Lua", "lua-MessagePack", ("lua5.3", "-l", "MessagePack", "-e", ""), "apt-get install lua-messagepack"),
    Need(
        "Perl",
        "Data::MessagePack",
        ("perl", "-MData::MessagePack", "-e", ""),
        "apt-get install libdata-messagepack-perl",
    ),
    Need("Ruby", "the gem msgpack", ("ruby", "-rmsgpack", "-e", ""), "apt-get install ruby-msgpack"),
    Need("Rust", "Rust 1.78 or newer", ("cargo", "--version"), _RUST, (1, 78)),
    Need("Rust", "the linker that Rust calls (cc)", ("sh", "-c", "command -v cc"), _CC),
    Need("TypeScript", "Node.js 18 or newer", ("node", "--version"), "apt-get install nodejs", (18, 0)),
)
"""What the sample bots need, so what a bot begun as one of them does; msgpack is each language's usual library."""


def absent(command: str) -> bool:
    """Whether a command is not on the PATH."""
    return shutil.which(command) is None


def lacking_command(command: str, does: str) -> Lack:
    """A command that is not here. does: what it would do, as in "builds it"."""
    tool = TOOLS.get(command)
    remedy = f"get it with: {tool.get}" if tool and tool.get else "install it, or name another in bot.toml"
    return Lack(f"{command}, which {does}, is not installed", remedy)


def lacking_needs(language: str) -> Iterator[Lack]:
    """What a language's bots need beside their tools, and is not here."""
    for need in NEEDS:
        if need.language == language and (lack := need.lack()):
            yield lack
