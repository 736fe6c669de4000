"""The games for OpenSpiel: importing this module registers ``piazzetta_portobello``, ``piazzetta_viaggiatore``, ….

>>> import pyspiel
>>> import piazzetta.envs.openspiel
>>> game = pyspiel.load_game("piazzetta_portobello(players=3,edition=it)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[3])
'bobby D4'

Chance nodes are explicit; outcomes are numbered from 0, separately from the decisions. The secret bids of Il Commercio
Viaggiatore, simultaneous at the table, are consecutive decisions here, hidden from the other seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from piazzetta.envs.extras import need
from piazzetta.envs.openspiel_observer import Observer
from piazzetta.envs.openspiel_rules import Position, rules_of
from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Game
from piazzetta.games.registry import find_game, names
from piazzetta.kernel import CHANCE, OVER, random_stream
from piazzetta.match.match import MOST_MOVES

pyspiel: Any = need("pyspiel", "openspiel")

_TERMINAL = int(pyspiel.PlayerId.TERMINAL)


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters and their defaults, including the rule switches ("" and −1: as in the edition)."""
    components = game.listing.components_option
    switches = {name: -1 if isinstance(switch.choices, range) else "" for name, switch in game.switches.items()}
    fixed = {"players": game.seats[0], "starter": 0, "edition": game.default_edition, components: "", "history": 0}
    return {**fixed, **switches}


def _game_type(game: Game) -> Any:
    hidden = bool(game.private_parts)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"piazzetta_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


class State(pyspiel.State):  # type: ignore[misc]
    """A position in the form of OpenSpiel's algorithms. ``drawing`` draws it."""

    def __init__(self, game: GameBase) -> None:
        super().__init__(game)
        rules = game.rules
        self._at = Position(rules, rules.first.copy(), rules.first_mover, rules.first_legal, [])

    # --- whose move, and what is possible ---

    def current_player(self) -> int:
        mover = self._at.mover
        return _TERMINAL if mover == OVER else mover  # chance is −1 in both

    def is_terminal(self) -> bool:
        return self._at.mover == OVER

    def is_chance_node(self) -> bool:
        return self._at.mover == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._at.legal.copy()

    def legal_actions(self, player: int | None = None) -> list[int]:
        at = self._at
        mover = at.mover
        if mover >= 0:
            if player is None or player == mover:
                return at.legal.copy()
        elif mover == CHANCE and (player is None or player == CHANCE):
            return [outcome for outcome, _ in self.chance_outcomes()]
        if player is not None and not -1 <= player < self._at.rules.setting.players:
            raise pyspiel.SpielError(f"there is no player {player}")
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        at = self._at
        rules = at.rules
        if at.mover != CHANCE:
            raise pyspiel.SpielError("this is not a chance node")
        count, total = rules.list_chances(rules.params, at.states, rules.decisions, rules.choice, rules.weight)
        outcomes = rules.choice[:count].tolist()
        if count == total:  # all equally likely
            return list(zip(outcomes, [1.0 / count] * count, strict=True))
        return list(zip(outcomes, (rules.weight[:count] / total).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        at = self._at
        rules = at.rules
        mover = at.mover
        number = action + rules.decisions if mover == CHANCE else action
        if not 0 <= number < rules.actions:
            raise pyspiel.SpielError(f"actions are numbered from 0; there is no {action} here")
        reason, seen_by, at.mover, count = rules.attempt(rules.params, at.states, number, rules.choice)
        if reason:
            setting, record = rules.setting, at.states.view(np.recarray)[0]
            refusal = rules.game.refusal(setting.components, setting.params_record, record, number, reason)
            raise pyspiel.SpielError(refusal.sentence)
        at.log.append((mover, number, seen_by))
        at.legal = rules.choice[:count].tolist()

    # --- the result ---

    def returns(self) -> list[float]:
        """At the end each seat's share of the win, adding up to 0: a sole winner gets 1."""
        at = self._at
        rules = at.rules
        rules.steps.result(rules.params, at.states, rules.out, rules.shares)
        shares: list[float] = rules.shares.tolist()
        return shares

    def rewards(self) -> list[float]:
        return self.returns()

    def scores(self) -> list[int]:
        """The points, which ``returns`` does not include."""
        at = self._at
        at.rules.steps.result(at.rules.params, at.states, at.rules.out, at.rules.shares)
        points: list[int] = at.rules.out[: at.rules.setting.players].tolist()
        return points

    # --- states that a player cannot tell apart from this one ---

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A state with the same information state for a player, with everything it cannot know redrawn.

        Its history is one that leads there: what the player did not see in it is redrawn, too.
        """
        at = self._at
        rules = at.rules
        rng = np.random.default_rng(int(probability_sampler() * 2**53))
        determinized = at.states.copy()
        rules.steps.determinize(rules.params, determinized, player_id, random_stream(int(rng.integers(2**32))))
        actions = rules.game.resample_history(at.log, at.states[0], determinized[0], player_id, rng.shuffle)
        state: State = self.get_game().new_initial_state()
        for (mover, _, _), action in zip(at.log, actions, strict=True):
            state.apply_action(action - rules.decisions if mover == CHANCE else action)
        return state

    # --- words ---

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self._at.rules
        number = action + rules.decisions if player == CHANCE else action
        if not 0 <= number < len(rules.texts) or action < 0:
            raise pyspiel.SpielError(f"there is no action {action}")
        return rules.texts[number]

    def view(self, viewer: int = OPEN) -> dict[str, Any]:
        """What a player may know (−1: a spectator, −2: everything), as plain data."""
        setting = self._at.rules.setting
        return setting.game.view(
            setting.components, setting.params_record, self._at.states.view(np.recarray)[0], viewer
        )

    def drawing(self, viewer: int = OPEN) -> Any:
        """The position as a picture for the terminal, for ``rich.print``."""
        setting = self._at.rules.setting
        return setting.game.drawing(setting.components, self.view(viewer))

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self.view().items())


class GameBase(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; the base of the registered ones."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = find_game(self.name)
        unknown = [key for key in params or {} if key not in _parameters(game)]
        if unknown:
            raise pyspiel.SpielError(
                f"{game.title} has no parameter {unknown[0]}; there is {', '.join(_parameters(game))}"
            )
        given = {**_parameters(game), **(params or {})}
        try:
            self.rules = rules_of(self.name, tuple(given.items()))
        except BadInput as error:
            raise pyspiel.SpielError(str(error)) from None
        setting = self.rules.setting
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.decision_count,
            max_chance_outcomes=setting.action_count - setting.decision_count,
            num_players=setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_game_type(game), info, dict(params or {}))

    def new_initial_state(self, *_: Any) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise pyspiel.SpielError(f"an observation takes no parameters; passed {params}")
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        return MOST_MOVES


def register() -> None:
    """Register every game with ``pyspiel.load_game``. Call it again after registering another game."""
    there = pyspiel.registered_names()
    for name in names():
        if f"piazzetta_{name}" not in there:
            own = type(name.capitalize(), (GameBase,), {"name": name, "__module__": __name__})
            globals()[own.__name__] = own  # where pickle looks for it
            pyspiel.register_game(_game_type(find_game(name)), own)


register()
