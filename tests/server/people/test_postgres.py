"""People on PostgreSQL: the same stories as on SQLite, at one server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.credentials import test_passkeys, test_tokens
from tests.server.people import test_deletion, test_my_games, test_people, test_ratings
from tests.server.store.postgres import postgres
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

STORIES = [
    test_people.test_a_link_brings_another_device_in_once,
    test_people.test_a_guests_games_move_along,
    test_my_games.test_what_waits_for_me_comes_first,
    test_my_games.test_unread_messages_are_counted,
    test_my_games.test_a_finished_game_and_its_numbers,
    test_ratings.test_the_table_of_the_house,
    test_deletion.test_nothing_is_left_of_a_person_but_nameless_games,
    test_passkeys.test_a_person_comes_in_with_a_passkey,
    test_tokens.test_a_program_may_do_what_its_scopes_say,
]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ServerProcess]:
    with postgres() as url:
        process = ServerProcess(url, "--pace", "0", "--waiting", "0.5", "--no-address-limits").start()
        yield process
        assert process.stop() == 0


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_on_postgresql(elsewhere: ServerProcess, story: object) -> None:
    assert callable(story)
    story(elsewhere)
