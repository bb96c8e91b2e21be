"""Many people at once, straight at the application: no sockets, one event loop, and all that they are told is kept."""

import asyncio
import json
from dataclasses import dataclass, field


@dataclass
class Answer:
    """Whatever was sent back, headers included."""

    asked: dict | None
    status: int = 0
    headers: list = field(default_factory=list)
    body: bytes = b""

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def raw(self):
        return self.body + b"".join(name + value for name, value in self.headers)


class Player:
    """Somebody with a seat, who plays by the stream of events as the page does."""

    def __init__(self, app):
        self._app = app
        self.cookie = b""
        self.table = {}  # the first answer
        self.answers = []  # all of them, in the order in which they came
        self.stream = None  # that of the events
        self.events = []  # the frames in it

    async def ask(self, method, path, body=None, hear=None):
        """The whole answer; `hear` is called with each piece of it."""
        answer = Answer(body)
        path, _, query = path.partition("?")
        content = b"" if body is None else json.dumps(body).encode()
        headers = [(b"host", b"testserver"), (b"content-type", b"application/json"), (b"cookie", self.cookie)]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        sent = False

        async def receive():
            nonlocal sent
            if sent:
                await asyncio.Event().wait()  # nobody hangs up
            sent = True
            return {"type": "http.request", "body": content}

        async def send(message):
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], message["headers"]
            elif piece := message.get("body"):
                answer.body += piece
                if hear:
                    hear(piece)

        await self._app(scope, receive, send)
        return answer

    async def play(self, wanted, choose):
        """A game from the deal to its end; `choose(legal)` names the move, and if it is refused another one."""
        opened = await self.ask("POST", "/api/games", wanted)
        assert opened.status == 201, opened.body
        self.cookie = next(v for name, v in opened.headers if name == b"set-cookie").partition(b";")[0]
        self.table = opened.json
        self.answers.append(opened)
        path, news = f"/api/tables/{self.table['id']}", asyncio.Queue()

        def hear(piece):
            for line in piece.splitlines():
                if line.startswith(b"data: "):
                    frame = json.loads(line[6:])
                    self.events.append(frame)
                    news.put_nowait(frame)

        stream = asyncio.create_task(self.ask("GET", f"{path}/events?since=-1", hear=hear))
        while not (frame := await news.get())["done"]:
            played = not frame["legal"]
            while not played:
                move = {"number": frame["number"], "action": choose(frame["legal"])}
                answer = await self.ask("POST", f"{path}/moves", move)
                self.answers.append(answer)
                assert answer.status in (200, 422), answer.body
                played = answer.status == 200
        self.stream = await stream


async def play_all(app, wanted, choose, together=16):
    """The players of all these games, so many at the same time."""
    players, places = [Player(app) for _ in wanted], asyncio.Semaphore(together)

    async def one(player, game):
        async with places:
            await player.play(game, choose)

    await asyncio.gather(*(one(player, game) for player, game in zip(players, wanted, strict=True)))
    return players
