"""Train sb3-contrib's MaskablePPO against random players: pip install 'piazzetta[gymnasium]' sb3-contrib

python examples/maskable_ppo.py [portobello|viaggiatore] [steps]
"""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env

import piazzetta.envs  # noqa: F401 (registers the environments)

game = sys.argv[1] if len(sys.argv) > 1 else "portobello"
steps = int(float(sys.argv[2])) if len(sys.argv) > 2 else 100_000
name, options = f"piazzetta/{game.capitalize()}-v0", {"opponents": ["random"], "seat": None}

model = MaskablePPO("MlpPolicy", make_vec_env(name, n_envs=8, seed=0, env_kwargs=options), n_steps=256, seed=0)
model.learn(steps)

env, won = gymnasium.make(name, **options), 0
for number in range(100):
    observation, _ = env.reset(seed=number)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=get_action_masks(env))
        observation, reward, over, _, _ = env.step(int(action))
    won += reward > 0
print(f"won {won} of 100 new games against a random player after {steps:,} steps")
