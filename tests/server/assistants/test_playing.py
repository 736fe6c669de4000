"""An assistant plays at a real server's tables, as far as its access token allows."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from typing import Any

import pytest

pytest.importorskip("mcp", reason="pip install 'piazzetta[mcp]'")

from mcp import Client, StdioServerParameters, stdio_client

from piazzetta.assistants.account import Account
from piazzetta.errors import BadInput
from tests.server.assistants.asking import Assistant, Refusal, assistant, run
from tests.server.credentials.test_tokens import SCOPES, program
from tests.server.people.friends import keep
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def account(server: ServerProcess, *scopes: str) -> Account:
    return Account(server.base, program(keep(server, "Robo"), *scopes).key)


async def play_on(one: Assistant, table: str, rng: random.Random, most: int = 10_000) -> dict[str, Any]:
    """Play any legal move until the game is over."""
    seen = await one.ask("wait_for_turn", table=table)
    for _ in range(most):
        if seen["status"] == "over":
            break
        seen = await one.ask("play_move", table=table, move=rng.choice(seen["legal_moves"])["move"], wait_seconds=60)
    return seen


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_game_against_a_bot(server: ServerProcess, game: str) -> None:
    async def story() -> None:
        async with assistant(account(server, *SCOPES)) as one:
            rules = {"target": 1} if game == "viaggiatore" else None
            made = await one.ask("create_table", game=game, opponents=["random"], rules=rules)
            table = made["table"]
            seen = await one.ask("wait_for_turn", table=table)
            assert seen["your_turn"]
            assert seen["legal_moves"]
            assert seen["position"]
            with pytest.raises(Refusal, match="fly"):
                await one.ask("play_move", table=table, move="fly")
            assert [one["table"] for one in (await one.ask("my_games"))["games"]] == [table]
            most = 10_000 if game == "viaggiatore" else 12  # the other one ends after some hundred moves
            seen = await play_on(one, table, random.Random(2), most)
            assert any(seen["happened"])
            if game == "viaggiatore":
                assert seen["winners"]
                record = (await one.ask("finished_record", table=table))["record"]
                assert record["result"]["winners"] == seen["winners"]
            else:
                with pytest.raises(Refusal):
                    await one.ask("finished_record", table=table)
                await one.ask("resign", table=table, sure="yes")

    run(story())


def test_an_invitation_is_accepted_and_no_secret_told(server: ServerProcess) -> None:
    """Another person's hand, the tokens of seats and the access token never reach the assistant."""
    made = server.create("viaggiatore", ["me", "open"])
    table, token = made["table"], made["tokens"]["0"]
    mine = account(server, "games:read", "games:play")

    async def story() -> None:
        async with assistant(mine) as one, at_table(Player(server.base, table, {0: token})) as (ada,):
            with pytest.raises(Refusal, match="no seat"):
                await one.ask("look_at_table", table=table)
            joined = await one.ask("join_table", table=f"{server.base}/t/{table}#s=1&k=secret")
            assert joined["your_seat"] == 1
            await one.ask("look_at_table", table=table)  # everybody has come: the game starts
            hers = asyncio.create_task(ada.play_on(any_move(1)))
            rng = random.Random(1)
            seen = await one.ask("wait_for_turn", table=table)
            for _ in range(12):
                assert seen["view"]["seats"][0]["hand"] is None
                assert seen["view"]["seats"][1]["hand"]
                move = rng.choice(seen["legal_moves"])["move"]
                seen = await one.ask("play_move", table=table, move=move, wait_seconds=60)
            hers.cancel()
            told = "".join(one.told)
            for secret in (token, mine.headers["Authorization"].removeprefix("Bearer "), "tok.", '"k='):
                assert secret not in told

    run(story())


def test_a_token_allows_what_its_scopes_say(server: ServerProcess) -> None:
    made = server.create("viaggiatore", ["open", "open"])

    async def story() -> None:
        async with assistant(account(server, "games:read")) as one:
            assert (await one.ask("my_games"))["games"] == []
            assert made["table"] in [table["table"] for table in (await one.ask("open_tables"))["tables"]]
            for tool, asked, scope in (
                ("join_table", {"table": made["table"]}, "games:play"),
                ("create_table", {"game": "viaggiatore", "opponents": ["easy"]}, "tables:create"),
            ):
                with pytest.raises(Refusal, match=scope):
                    await one.ask(tool, **asked)
        async with assistant(account(server, "games:play")) as one:
            with pytest.raises(Refusal, match="games:read"):
                await one.ask("my_games")
        async with assistant(Account(server.base, "tok.wrong")) as one:
            with pytest.raises(Refusal, match="access token"):
                await one.ask("join_table", table=made["table"])

    run(story())


@pytest.mark.parametrize(
    ("address", "token", "said"),
    [
        ("http://play.example.org", "tok.abc", "use https"),
        ("ftp://127.0.0.1", "tok.abc", "no address"),
        ("http://127.0.0.1:1", "", "PIAZZETTA_TOKEN"),
        ("http://127.0.0.1:1", "me.abc", "access token"),
    ],
)
def test_an_account_that_cannot_be(address: str, token: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Account(address, token)


def test_a_server_that_is_away() -> None:
    async def story() -> None:
        async with assistant(Account("http://127.0.0.1:9", "tok.abc")) as one:
            for tool, asked in (("my_games", {}), ("look_at_table", {"table": "abc"})):
                with pytest.raises(Refusal, match="does not answer"):
                    await one.ask(tool, **asked)

    run(story())


def test_the_command_speaks_over_standard_input_and_output(server: ServerProcess) -> None:
    """As an assistant's program starts it."""
    key = program(keep(server, "Robo"), *SCOPES).key
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "piazzetta", "mcp", server.base],
        env={**os.environ, "PIAZZETTA_TOKEN": key},
    )

    async def story() -> None:
        async with Client(stdio_client(command)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"look_up_rule", "judge_design", "analyse_record", "play_move"} <= set(tools)
            assert all(tool.description for tool in tools.values())
            one = Assistant(client)
            made = await one.ask("create_table", game="viaggiatore", opponents=["easy"])
            assert (await one.ask("wait_for_turn", table=made["table"]))["your_turn"]

    run(story())
