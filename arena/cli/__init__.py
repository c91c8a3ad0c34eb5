"""The command `arena`: one file a command, and the only place that knows click.

A command reads its arguments, calls the layers below, and prints. Nothing below prints, and nothing below
knows that there is a command line.
"""

from __future__ import annotations

import os
import sys

_INTERRUPTED = 130
_BROKEN_PIPE = 141


def main() -> None:
    """Run the command line and exit: 0 done, 1 a check failed, 2 wrong usage or input.

    As every shell has it, 130 stands for a Ctrl-C and 141 for a reader that went away (`arena export | head`).
    """
    import click

    from arena.cli.group import arena
    from arena.errors import ArenaError

    status = 0
    try:
        # Not by click's own `main`, which has another idea of the exit status when the reader goes away.
        with arena.make_context("arena", sys.argv[1:]) as context:
            arena.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as ending:
        status = ending.exit_code
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        status = 2
    except BrokenPipeError:
        # What Python still holds for the reader must not fail again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = _BROKEN_PIPE
    except (click.Abort, KeyboardInterrupt):
        status = _INTERRUPTED
    sys.exit(status)
