"""Fair draws: fixed before anybody contributes, unbiased, and reproducible from the record."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import piazzetta
from piazzetta import BadRecord, Record
from piazzetta.match.provable_draws import FairDealer, commitment_of, dealer_of, new_seed, proof

SEED = bytes(range(32))


def finished(game: str, seed: bytes = SEED, **rules: Any) -> dict[str, Any]:
    """The record of a whole game with fair draws."""
    setting = piazzetta.game(game, players=2, rules=rules)
    given = ["Ada's", None]
    match = setting.start(dealer=FairDealer(seed, given))
    while not match.over:
        match.play(match.legal_moves.actions[len(match.log) % len(match.legal_moves)])
    record = Record.of(match)
    record.extra["fair"] = proof(seed, given)
    return json.loads(record.dumps())


def test_a_draw_by_hand() -> None:
    """As docs/protocol.md describes it, using only the standard library."""
    given = ["è così", None, ""]
    key = hmac.new(SEED, b'piazzetta fair draws 1\n["\xc3\xa8 cos\xc3\xac",null,""]', hashlib.sha256).digest()
    dealer = FairDealer(SEED, given)
    for number in range(50):
        x = int.from_bytes(hmac.new(key, f"{number}/0".encode(), hashlib.sha256).digest(), "big")
        expected = [7] * 2 + [9] * 5 + [30]  # in the order of the actions, each as often as its weight
        assert dealer.draw([30, 7, 9], [1, 2, 5]) == expected[x % 8]
    assert FairDealer(SEED, given, drawn=50).draw([1, 2], [1, 1]) == dealer.draw([1, 2], [1, 1])


def test_the_incomplete_last_multiple_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([b"\xff" * 32, b"\x00" * 31 + b"\x05"])
    dealer = FairDealer(SEED, [])
    monkeypatch.setattr("piazzetta.match.provable_draws.hmac.digest", lambda key, text, name: next(blocks))
    assert dealer.draw([10, 11, 12], [1, 1, 1]) == 12  # 2**256 - 1 leaves 1 over three: discarded; 5 % 3 == 2


def test_draws_are_unbiased() -> None:
    dealer = FairDealer(SEED, ["a"])
    seen = Counter(dealer.draw([0, 1, 2], [1, 2, 3]) for _ in range(6000))
    assert all(abs(seen[k] - 1000 * (k + 1)) < 130 for k in range(3))  # more than four standard deviations


def test_seed_and_contributions_both_matter() -> None:
    def first(seed: bytes, given: list[str | None]) -> list[int]:
        dealer = FairDealer(seed, given)
        return [dealer.draw(list(range(96)), [1] * 96) for _ in range(8)]

    assert first(SEED, ["a", "b"]) == first(SEED, ["a", "b"])
    games = [first(SEED, ["a", "b"]), first(SEED, ["b", "a"]), first(SEED, ["a", None]), first(new_seed(), ["a", "b"])]
    assert len({tuple(game) for game in games}) == 4


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("game", "rules"), [("viaggiatore", {}), ("portobello", {}), ("portobello", {"clients": "queue"})]
)
def test_a_record_is_verified_draw_by_draw(game: str, rules: dict[str, Any], tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from piazzetta.cli import app

    head = finished(game, **rules)
    Record.loads(json.dumps(head)).verify()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(head))
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0
    # a player kept the commitment and a contribution
    fair = head["fair"]
    kept = ["--commitment", fair["commitment"], "--contribution", fair["contributions"][0]]
    assert CliRunner().invoke(app, ["verify", str(path), *kept]).exit_code == 0
    for wrong in (["--commitment", "00" * 32], ["--contribution", "never given"]):
        assert CliRunner().invoke(app, ["verify", str(path), *wrong]).exit_code == 1
    with pytest.raises(BadRecord, match="fair is missing"):
        Record.loads(json.dumps({key: head[key] for key in head if key != "fair"})).verify(fair["commitment"])
    # a record whose moves are all legal, but whose draws came from another seed
    other = finished(game, bytes(32), **rules)
    other["fair"] = head["fair"]
    with pytest.raises(BadRecord, match=r"chance brought .* but the seed and the contributions give"):
        Record.loads(json.dumps(other)).verify()
    path.write_text(json.dumps(other))
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "00" * 32}, "not the SHA-256"),
        ({"seed": "xyz"}, "hexadecimal"),
        ({"seed": None}, "hexadecimal"),
        ({"commitment": "00" * 32}, "not the SHA-256"),
        ({"contributions": ["a"]}, "2 texts"),
        ({"contributions": None}, "2 texts"),
        ({"contributions": ["a", 5]}, "2 texts"),
    ],
)
def test_a_wrong_proof_is_refused(change: dict[str, Any], sentence: str) -> None:
    fair = {**proof(SEED, ["a", None]), **change}
    with pytest.raises(piazzetta.BadInput, match=sentence):
        dealer_of(fair, 2)
    with pytest.raises(piazzetta.BadInput, match="object"):
        dealer_of([fair], 2)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
