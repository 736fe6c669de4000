"""Shared studies: who has the link sees every change, and only the author makes them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import piazzetta
from piazzetta.server.shelf.studies import STUDY, SharedStudies
from piazzetta.server.store.store import Store
from piazzetta.server.wire.studies import StudyChange, StudyOffer
from piazzetta.studies import Study
from piazzetta.tables.refusals import Refused

pytestmark = pytest.mark.compiled_only


def a_study(comment: str = "") -> str:
    match = piazzetta.game("portobello", players=2).start(seed=1)
    match.play("bobby D7")
    study = Study.of(piazzetta.Record.of(match))
    study.remark(study.play(study.root, "bobby D4"), comment)
    return study.dumps()


def played(tmp_path: Path, story: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.open()
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(whole())


async def refusal(call: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await call
    return refused.value.code


def test_followers_on_every_server_see_what_its_author_does(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        here, there = (SharedStudies(store) for _ in range(2))
        shared = await here.share(StudyOffer(a_study(), [0]))
        first = await there.find(shared.key)
        assert first.game == "portobello"
        assert first.at == [0]
        assert Study.loads(first.study or "").root.children[1].comment == ""

        await here.change(shared.key, StudyChange(shared.token, at=[1]))
        moved = await there.find(shared.key, first.version)
        assert (moved.at, moved.study) == ([1], None)  # nothing but the position

        await there.change(shared.key, StudyChange(shared.token, a_study("Nearer.")))
        written = await here.find(shared.key, moved.version)
        assert Study.loads(written.study or "").root.children[1].comment == "Nearer."
        assert written.at == [1]
        assert (await SharedStudies(store).find(shared.key)).study == written.study  # after a restart
        assert len(await store.load(STUDY + shared.key)) == 1  # what was there before is of no use

    played(tmp_path, story)


def test_only_its_author_changes_a_study(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        studies = SharedStudies(store, "the host's secret")
        mine, theirs = [await studies.share(StudyOffer(a_study())) for _ in range(2)]
        for change in (StudyChange(theirs.token, a_study("Mine now.")), StudyChange("", at=[0])):
            assert await refusal(studies.change(mine.key, change)) == "not_yours"
        assert await refusal(studies.change(mine.key, StudyChange("the host's secret", at=[0]))) == "not_yours"
        assert await refusal(studies.remove(mine.key, theirs.token)) == "not_yours"
        await studies.remove(mine.key, mine.token)
        await studies.remove(theirs.key, "the host's secret")
        for key in (mine.key, theirs.key, "nothing"):
            assert await refusal(studies.find(key)) == "missing"
            assert await refusal(SharedStudies(store).find(key)) == "missing"
        assert "Mine" not in str(await store.load(STUDY + mine.key))

    played(tmp_path, story)


@pytest.mark.parametrize("text", ["{}", "[" * 200_000, '{"format": "piazzetta/1", "game": "chess"}'])
def test_only_studies_are_taken(tmp_path: Path, text: str) -> None:
    async def story(store: Store) -> None:
        assert await refusal(SharedStudies(store).share(StudyOffer(text))) == "bad"

    played(tmp_path, story)
