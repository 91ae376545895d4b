#!/usr/bin/env python3
"""A bot for Quatre that plays a game of Connect Four. docs/api/clients.md explains it.

    client.py http://localhost:8080           opens a room and waits for somebody
    client.py http://localhost:8080 ROOM      takes the free seat of a room

It needs Python 3.9 and the package websockets, version 10 or later."""
import asyncio, json, os, random, secrets, sys, urllib.request
import websockets

SECRET = os.environ.get("QUATRE_SECRET") or secrets.token_urlsafe(32)  # who knows it is this player
HEADERS = {"Authorization": "Bearer " + SECRET}
OPTION = "extra_headers" if int(websockets.__version__.split(".")[0]) < 14 else "additional_headers"
FINAL_CODES = {1003, 4001, 4003, 4004, 4008, 4009, 4010}


def create(hub):
    body = {"id": secrets.token_hex(12), "variant": "connect4:7x6:4", "opponent": "human"}
    request = urllib.request.Request(hub + "/api/rooms", json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["room"]


def think(log, me):
    """Returns the next command of the player me; None: there is nothing to do now."""
    players = [p.get("id") for p in log[0]["data"]["players"]]
    players[1] = next((e["data"].get("player") for e in log if e["type"] == "joined"), players[1])
    moves = [e["data"]["move"] for e in log if e["type"] == "moved"]
    turn = (log[0]["data"]["first"] - 1 + len(moves)) % 2
    if None in players:
        what = {"t": "sit", "name": "Python"} if me not in players else None
    else:
        free = [column for column in "1234567" if moves.count(column) < 6]
        what = {"t": "move", "move": random.choice(free)} if players[turn] == me else None
    return what and {**what, "id": secrets.token_hex(12), "n": len(log)}


def result(log):
    return next((e["data"].get("end", "closed") for e in log if "end" in e["data"] or e["type"] == "closed"), None)


async def follow(socket, game):
    """Serves one socket, until it or the game ends."""
    send = True  # send the command that has no answer yet, also if another socket has sent it
    async for text in socket:
        m = json.loads(text)
        if m["t"] == "welcome":
            me, end, game["wait"] = m["player"], m["n"], 0.3
            del game["log"][m["from"]:]
        elif m["t"] == "entries":
            game["log"] += [e for e in m["entries"] if e["n"] == len(game["log"]) + 1]
        elif game["command"] and m.get("id") == game["command"]["id"]:
            if m["t"] == "refused":
                print(m["text"], file=sys.stderr)
            if m["t"] == "refused" and m["retry"]:
                await asyncio.sleep(1)
                send = True
            else:
                game["command"] = None
                if m.get("code") == "ahead":
                    return  # this log is not the hub's: read it again
                if m["t"] == "refused":
                    continue  # the next entry may change that
        if result(game["log"]):
            return
        if len(game["log"]) >= end:
            if not game["command"]:
                game["command"], send = think(game["log"], me), True
            if send and game["command"]:
                await socket.send(json.dumps(game["command"]))
                send = False


async def play(hub, room):
    game = {"log": [], "command": None, "wait": 0.3}
    while not result(game["log"]):
        digest = game["log"][-1]["digest"] if game["log"] else ""
        url = f"{hub.replace('http', 'ws', 1)}/api/rooms/{room}/live?proto=1&after={len(game['log'])}&digest={digest}"
        try:
            async with websockets.connect(url, **{OPTION: HEADERS}) as socket:
                try:
                    await follow(socket, game)
                except websockets.ConnectionClosed:
                    pass
            if socket.close_code in FINAL_CODES:
                sys.exit(f"closed with {socket.close_code}")
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            print(error, file=sys.stderr)
        if not result(game["log"]):
            await asyncio.sleep(game["wait"] * random.uniform(0.5, 1))
            game["wait"] = min(2 * game["wait"], 10)
    print(json.dumps(result(game["log"])))


if __name__ == "__main__":
    hub = sys.argv[1].rstrip("/")
    room = sys.argv[2] if len(sys.argv) > 2 else create(hub)
    print(f"{hub}/r/{room}", flush=True)
    asyncio.run(play(hub, room))
