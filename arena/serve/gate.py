"""What every request has to pass: who asks for this server by its own name gets in, and no page can reach anybody else.

A page from elsewhere could have a browser send requests here (forged ones, or under a name that was rebound to this
address). So the Host must be an address or a name of this machine, and what changes something must come from our pages.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
WRITTEN_POLICY = (
    "default-src 'self' 'unsafe-inline' data:; connect-src 'none'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""For reports and the viewer, which bring stricter rules of their own inside."""

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
READING = ("GET", "HEAD")


class Gate:
    """Middleware. `names` are further names of this machine that browsers may use."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self._app = app
        self._names = {"localhost", socket.gethostname().lower(), *names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        reason = self.refusal(scope["method"], Headers(scope=scope))
        app = PlainTextResponse(f"{reason}\n", 403) if reason else self._app

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {"Content-Security-Policy": OWN_POLICY, **_ALWAYS}.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, guarded)

    def refusal(self, method: str, headers: Headers) -> str:
        """Why a request is not let in; "" if it is."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"this server does not answer to the name {host[:80]!r}; use its address"
        if method in READING:
            return ""
        origin = headers.get("origin")
        if origin is None and headers.get("sec-fetch-site") == "same-origin":
            return ""
        if origin is None or urlsplit(origin).netloc.lower() != host.lower():
            return "this did not come from a page of this server"
        return ""

    def _is_ours(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
