"""The wire between referee and bot: bytes, frames and messages. The only place that imports a codec."""

from typing import Final

PROTOCOL: Final = 1
