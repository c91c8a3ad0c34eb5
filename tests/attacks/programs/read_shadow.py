"""Read /etc/shadow."""

from pathlib import Path

from attempt import attempt

attempt("read /etc/shadow", Path("/etc/shadow").read_bytes)
