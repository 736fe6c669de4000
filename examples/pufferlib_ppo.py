"""Train PufferLib's PPO against a random player. Needs the extra gymnasium, and PufferLib 3 (docs/environments.md).

python examples/pufferlib_ppo.py [portobello|viaggiatore] [steps]
"""

import sys

import gymnasium
import numpy as np
import pufferlib
import torch
from pufferlib.pufferl import PuffeRL, load_config
from torch import nn

import piazzetta.envs  # noqa: F401 (registers the environments)

game = sys.argv[1] if len(sys.argv) > 1 else "portobello"
steps = int(float(sys.argv[2])) if len(sys.argv) > 2 else 1_000_000


class Games(pufferlib.PufferEnv):
    """Many games at once, stepped by compiled code; what may be played stands behind each observation."""

    def __init__(self, size, reward="points", seed=0):
        name = f"piazzetta/{game.capitalize()}-v0"
        self.games = gymnasium.make_vec(name, num_envs=size, opponents=["random"], seat=None, reward=reward)
        self.numbers, self.actions_ = self.games.single_observation_space.shape[0], self.games.single_action_space.n
        self.single_observation_space = gymnasium.spaces.Box(-32768, 32767, (self.numbers + self.actions_,), np.int16)
        self.single_action_space = gymnasium.spaces.Discrete(self.actions_)
        self.num_agents, self.seed = size, seed
        super().__init__()

    def look(self, observations, infos):
        self.observations[:, : self.numbers], self.observations[:, self.numbers :] = observations, infos["action_mask"]

    def reset(self, seed=None):
        self.look(*self.games.reset(seed=self.seed))
        return self.observations, []

    def step(self, actions):
        observations, self.rewards[:], self.terminals[:], _, infos = self.games.step(np.asarray(actions).ravel())
        self.look(observations, infos)
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self):
        self.games.close()


class Policy(nn.Module):
    """Two layers; numbers are scaled by the greatest seen of each, and what may not be played gets no chance."""

    def __init__(self, env, width=256):
        super().__init__()
        self.numbers = env.numbers
        self.register_buffer("most", torch.ones(env.numbers))
        self.body = nn.Sequential(nn.Linear(env.numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, env.actions_), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.001)

    def forward_eval(self, observations, state=None):
        seen, legal = observations[..., : self.numbers].float(), observations[..., self.numbers :] > 0
        if not torch.is_grad_enabled():
            self.most = torch.maximum(self.most, seen.abs().flatten(0, -2).amax(0))
        hidden = self.body(seen / self.most)
        return self.policy(hidden).masked_fill(~legal, -1e9), self.value(hidden)

    forward = forward_eval


def train(games):
    """Learn with PufferLib's trainer; its settings are those of its own environments but for these."""
    sys.argv[1:] = []  # load_config reads them
    config = load_config("default")["train"] | {
        "env": game, "device": "cpu", "total_timesteps": steps, "batch_size": 64 * games.num_agents, "bptt_horizon": 64,
        "minibatch_size": 4096, "update_epochs": 3, "optimizer": "adam", "learning_rate": 7e-4, "adam_beta1": 0.9,
        "adam_eps": 1e-5, "gamma": 0.999, "gae_lambda": 0.97, "ent_coef": 0.01, "use_rnn": False, "data_dir": "puffer",
        "checkpoint_interval": 10**9,
    }  # fmt: skip
    policy = Policy(games)
    learning = PuffeRL(config, games, policy)
    while learning.global_step < steps:
        learning.evaluate()
        learning.train()
    learning.utilization.stop()
    return policy


def trial(policy, wanted=1000):
    """Play new games; return how many there were and how many of them were won."""
    games, won, played = Games(256, reward="win", seed=10_000), 0, 0
    games.reset()
    with torch.no_grad():
        while played < wanted:
            logits, _ = policy.forward_eval(torch.from_numpy(games.observations))
            _, rewards, over, _, _ = games.step(torch.distributions.Categorical(logits=logits).sample().numpy())
            won, played = won + int((rewards[over] > 0).sum()), played + int(over.sum())
    return won, played


won, played = trial(train(Games(64)))
print(f"won {won} of {played} new games against a random player after {steps:,} steps")
