"""The wire between referee and bot: bytes, frames and messages. The only place that imports a codec."""

PROTOCOL = 1
