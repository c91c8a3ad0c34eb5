"""The keeper of a process tree: a small shell between the referee and a program, which outlives every process below it.

Both tiers start their programs under it. It is a child subreaper, so whatever loses its parent (a daemon in a
session of its own, a sandbox whose bubblewrap died half made) becomes its child; when the program ends, or on
SIGTERM, which the kernel also sends when the referee dies, it kills its children until there are none.
"""

from __future__ import annotations

# Each round kills one layer of the tree, and what was below that layer is the next. `wait` reaps what is not
# a job of the shell's own only while there is one, hence the empty job. The shell lets go of the program's
# descriptors, so that the end of a pipe means what it should; it would give a job no standard input of its own.
_KEEPER = """
end() {
    trap '' TERM
    while read -r left <"/proc/$$/task/$$/children"; [ "$left" ]; do
        kill -9 $left
        : &
        wait
    done
    exit "$1"
}
trap 'end 137' TERM
exec 8<&0
"$@" <&8 8<&- &
exec </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&-
wait "$!"
end "$?"
"""


def kept(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command that runs `command` under a keeper; it exits with its status, a signal n told as 128+n."""
    return ("/bin/sh", "-c", _KEEPER, "keeper", *command)
