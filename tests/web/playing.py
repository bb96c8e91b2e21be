"""How a test sits at the table."""

import random
import time

PATIENCE = 60  # seconds for an agent, which may have to be compiled first


def deal(client, **wanted):
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()


def look(client, table, since=None):
    answer = client.get(f"/api/tables/{table['id']}", params={} if since is None else {"since": since})
    assert answer.status_code == 200, answer.text
    return answer.json()


def move(client, table, frame, action):
    return client.post(f"/api/tables/{table['id']}/moves", json={"number": frame["number"], "action": action})


def turn(client, table):
    """Wait until it is one's turn, or the game is over; the answer's last frame."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look(client, table)
        frame = found["frames"][-1]
        if frame["legal"] or frame["done"]:
            return found, frame
        time.sleep(0.005)
    raise AssertionError("nobody moves")


def finish(client, table, choose=None, seed=0):
    """Play to the end; `choose(frame)` names the action, at random without it. The table when it is over."""
    generator = random.Random(seed)
    choose = choose or (lambda frame: generator.choice(frame["legal"]))
    while True:
        found, frame = turn(client, table)
        if frame["done"]:
            return found
        answer = move(client, table, frame, choose(frame))
        assert answer.status_code == 200, answer.text
