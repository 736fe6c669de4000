"""Train sb3-contrib's MaskablePPO against random players. Needs the extra gymnasium, and pip install sb3-contrib.

python examples/maskable_ppo.py [portobello|viaggiatore] [steps]
"""

import sys

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecNormalize

import piazzetta.envs  # noqa: F401 (registers the environments)

game = sys.argv[1] if len(sys.argv) > 1 else "portobello"
steps = int(float(sys.argv[2])) if len(sys.argv) > 2 else 100_000
# points tell at every move what was good; the win tells it once a game
name, options = f"piazzetta/{game.capitalize()}-v0", {"opponents": ["random"], "seat": None, "reward": "points"}

# observations are points, cards and counts of very different sizes: without a common scale little is learned
envs = VecNormalize(make_vec_env(name, n_envs=16, seed=0, env_kwargs=options))
model = MaskablePPO(
    "MlpPolicy", envs, n_steps=256, batch_size=512, n_epochs=4, learning_rate=7e-4, gamma=0.999, gae_lambda=0.97, seed=0
)
model.learn(steps)

options["reward"] = "win"
trials = VecNormalize(make_vec_env(name, n_envs=16, seed=10_000, env_kwargs=options), training=False, norm_reward=False)
trials.obs_rms = envs.obs_rms
observations, won, played = trials.reset(), 0, 0
while played < 200:
    actions, _ = model.predict(observations, action_masks=get_action_masks(trials))
    observations, rewards, over, _ = trials.step(actions)
    won, played = won + np.sum(rewards[over] > 0), played + np.sum(over)
print(f"won {won} of {played} new games against a random player after {steps:,} steps")
