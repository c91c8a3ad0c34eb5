"""The server's addresses, and what is behind each: leagues to look at, live; a table to play at.

Made by `arena.serve.running`. Reading and making pages happens in threads, so that no league keeps another waiting.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError, InputError
from arena.serve import pages
from arena.serve.gate import WRITTEN_POLICY, Gate
from arena.serve.live import changes, listed
from arena.serve.play import Desk
from arena.serve.shelf import Shelf
from arena.serve.stream import stream
from arena.serve.tables import Table, Tables

SESSION = "arena_session"
LONGEST_BODY = 1 << 14
KEPT, LEAGUES = "tables", "leagues"


class Server:
    """What the addresses have in common. ending: whether the server is about to stop."""

    def __init__(self, leagues: Shelf, kept: Shelf, tables: Tables, desk: Desk, ending: Callable[[], bool]) -> None:
        self._shelves = {LEAGUES: leagues, KEPT: kept}
        self._tables = tables
        self._desk = desk
        self._ending = ending
        self._secret = secrets.token_bytes(32)

    def app(self) -> Starlette:
        """All addresses, behind the gate."""
        routes = [
            Route("/", self.home),
            Route("/leagues.json", self.home_data),
            Route("/leagues/events", self.home_events),
            Route("/static/{file}", self.static),
            Route("/play", self.choose_game),
            Route("/play/{variant}", self.set_table, methods=["GET"]),
            Route("/play/{variant}", self.open_table, methods=["POST"]),
            Route("/table/{table}", self.table, methods=["GET"]),
            Route("/table/{table}/events", self.table_events, methods=["GET"]),
            Route("/table/{table}/move", self.move, methods=["POST"]),
            Route("/table/{table}/leave", self.leave, methods=["POST"]),
            Route("/{shelf}/{name}", self.league),
            Route("/{shelf}/{name}/events", self.league_events),
            Route("/{shelf}/{name}/{file:path}", self.file),
        ]
        trouble = {ArenaError: _told, HTTPException: _missing}
        return Starlette(routes=routes, middleware=[Middleware(Gate)], exception_handlers=trouble, lifespan=self._life)

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(self._tables.close)

    # Leagues.

    async def home(self, request: Request) -> Response:
        """The list."""
        return HTMLResponse(pages.home(await self._listed(LEAGUES), await self._listed(KEPT)))

    async def home_data(self, request: Request) -> Response:
        """The list for programs."""
        return JSONResponse(await self._listed(LEAGUES))

    async def home_events(self, request: Request) -> Response:
        """The list, whenever it changes."""
        return stream(changes(lambda: listed(self._shelves[LEAGUES]), self._ending))

    async def _listed(self, shelf: str) -> list[dict[str, Any]]:
        return await run_in_threadpool(listed, self._shelves[shelf])

    def _shelf(self, request: Request) -> Shelf:
        shelf = self._shelves.get(request.path_params["shelf"])
        if shelf is None:
            raise HTTPException(404)
        return shelf

    async def league(self, request: Request) -> Response:
        """A league as it stands, and the way to its pages."""
        shelf, name = self._shelf(request), request.path_params["name"]
        seen = await run_in_threadpool(shelf.look, name, ranked=True)
        if seen is None:
            raise HTTPException(404, f"there is no league {name!r} here")
        return HTMLResponse(pages.league(request.path_params["shelf"], name, seen))

    async def league_events(self, request: Request) -> Response:
        """The same, whenever it changes."""
        shelf, name = self._shelf(request), request.path_params["name"]

        def look() -> Any:
            seen = shelf.look(name, ranked=True)
            return None if seen is None else asdict(seen)

        return stream(changes(look, self._ending))

    async def file(self, request: Request) -> Response:
        """A page of a league's report, or of its hand viewer."""
        shelf = self._shelf(request)
        name, file = request.path_params["name"], request.path_params["file"]
        found = await run_in_threadpool(shelf.page, name, file)
        if found is None:
            raise HTTPException(404, f"there is no page {file!r} of a league {name!r} here")
        return FileResponse(found, headers={"Content-Security-Policy": WRITTEN_POLICY, "Cache-Control": "no-cache"})

    async def static(self, request: Request) -> Response:
        """Styles and scripts of the server's own pages."""
        found = pages.static(request.path_params["file"])
        if found is None:
            raise HTTPException(404)
        text, kind = found
        return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})

    # Play.

    async def choose_game(self, request: Request) -> Response:
        """Which game to play."""
        return HTMLResponse(pages.choose_game(self._desk.games()))

    async def set_table(self, request: Request) -> Response:
        """Who sits where."""
        return await self._setting(request, "")

    async def _setting(self, request: Request, trouble: str) -> Response:
        name = request.path_params["variant"]
        seats = request.query_params.get("seats")
        shown = await run_in_threadpool(self._desk.setting, name, seats)
        session = request.cookies.get(SESSION) or secrets.token_urlsafe(24)
        page = pages.set_table(shown, pages.signed(self._secret, session), trouble)
        response = HTMLResponse(page, 400 if trouble else 200)
        response.set_cookie(SESSION, session, httponly=True, samesite="strict")
        return response

    async def open_table(self, request: Request) -> Response:
        """Begin a table, and go there."""
        form = {key: values[0] for key, values in parse_qs((await _body(request)).decode("utf-8", "replace")).items()}
        session = request.cookies.get(SESSION, "")
        if not session or not secrets.compare_digest(form.get("token", ""), pages.signed(self._secret, session)):
            raise HTTPException(403, "this form was not made for you; open the page again")
        try:
            wish = self._desk.wish(request.path_params["variant"], form)
            table = await run_in_threadpool(self._tables.open, wish, session)
        except InputError as error:
            return await self._setting(request, str(error))
        return RedirectResponse(f"/table/{table.name}", 303)

    def _table(self, request: Request) -> Table:
        table = self._tables.find(request.path_params["table"], request.cookies.get(SESSION, ""))
        if table is None:
            raise HTTPException(404, "there is no such table, or it is not yours")
        return table

    async def table(self, request: Request) -> Response:
        """The table as its person sees it."""
        return HTMLResponse(pages.table(self._table(request)))

    async def table_events(self, request: Request) -> Response:
        """What happens there."""
        after = request.headers.get("last-event-id", "")
        number = int(after) if after.isascii() and after.isdecimal() else -1
        return stream(self._table(request).channel.news(number, self._ending))

    async def move(self, request: Request) -> Response:
        """What the person answers."""
        table = self._table(request)
        said = await _said(request, table)
        number, text = said.get("number"), said.get("said")
        if not isinstance(number, int) or not isinstance(text, str):
            raise HTTPException(400, "an answer has the question's number and what is said")
        table.front.say(number, text)
        return Response(status_code=204)

    async def leave(self, request: Request) -> Response:
        """Give the table up."""
        table = self._table(request)
        await _said(request, table)
        await run_in_threadpool(table.leave)
        return Response(status_code=204)


async def _body(request: Request) -> bytes:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LONGEST_BODY:
            raise HTTPException(413, "that is too much to read")
    return data


async def _said(request: Request, table: Table) -> dict[str, Any]:
    """The body of a request that a table's own page has made."""
    if not secrets.compare_digest(request.headers.get("x-arena-token", ""), table.token):
        raise HTTPException(403, "this did not come from the page of the table")
    try:
        said = json.loads(await _body(request) or b"{}")
    except ValueError:
        raise HTTPException(400, "that is no JSON") from None
    return said if isinstance(said, dict) else {}


async def _told(request: Request, error: Exception) -> Response:
    return HTMLResponse(pages.trouble("This can't be shown", str(error)), 500)


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    what = {404: "Nothing is here", 405: "Not like this"}.get(error.status_code, "Not possible")
    return HTMLResponse(pages.trouble(what, error.detail), error.status_code)
