"""Learn to beat random play: PPO with PyTorch on piazzetta's batch engine, on a CPU or a GPU (--device cuda).

In row i of the batch the learner sits on chair i % players; the other chairs play random legal moves.
"""

import argparse
import time

import torch
from torch import nn

import piazzetta
from piazzetta.batch import Batch

WINDOW = 64  # steps of the batch between two updates of the network
EPOCHS, PORTION = 3, 2048  # passes over the window per update, and the size of a minibatch
GAMMA, LAMBDA = 0.999, 0.97  # per decision of the learner: discount, and how far advantages look ahead (GAE)
CLIP, ENTROPY, LEARNING_RATE = 0.2, 0.01, 7e-4


def to_torch(array, device):
    """Return a tensor that shares the batch's memory, without a copy: it changes with the next step."""
    return torch.from_numpy(array) if device == "cpu" else torch.as_tensor(array, device=device)


class Network(nn.Module):
    """From an observation: probabilities of all actions (the policy) and the expected reward (the value)."""

    def __init__(self, numbers, actions, width=256):
        super().__init__()
        self.register_buffer("most", torch.ones(numbers))  # the greatest value seen of each number, to scale it by
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.001)  # start with almost random play

    def watch(self, seen):
        self.most = torch.maximum(self.most, seen.amax(0))

    def forward(self, seen, legal):
        hidden = self.body(seen.float() / self.most)
        logits = self.policy(hidden).masked_fill(~legal, -1e9)  # illegal actions are never chosen
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(1)


class Arena:
    """A batch of games; the learner has one chair in each."""

    def __init__(self, setting, size, device, seed, restart):
        self.batch = Batch(setting, size, device=device, seed=seed, reward="win", restart=restart)
        self.players, self.device = setting.players, device
        self.chair = torch.arange(size, device=device) % setting.players

    def see(self, name):
        return to_torch(getattr(self.batch, name), self.device)

    @torch.no_grad()
    def step(self, network):
        """Play in all rows, with the network where the learner has a choice: its decisions, rewards, finished games."""
        legal = self.see("legal_mask")
        rows = ((self.see("mover") == self.chair) & (legal.sum(1) > 1)).nonzero().squeeze(1)
        seen, legal = self.see("observation")[rows], legal[rows]  # indexing copies
        policy, value = network(seen, legal)
        chosen = policy.sample()
        actions = to_torch(self.batch.random_actions(), self.device).long()
        actions[rows] = chosen
        self.batch.step(actions)
        reward = self.see("reward").gather(1, self.chair[:, None]).squeeze(1)
        return (rows, seen, legal, chosen, policy.log_prob(chosen), value), reward, self.see("finished").clone()

    def wins(self, reward):
        """Rewards as shares of a win: 1 for a sole winner, 1/2 for one of two, 0 for a loser."""
        return (reward * (self.players - 1) + 1) / self.players


def advantages(window):
    """For each decision of the window: how much better it went than expected, and whether that is known yet."""
    reward, value, advantage, known = later = torch.zeros(4, *window[0][1].shape, device=window[0][1].device)
    found = []
    for (rows, *_, expected), brought, finished in reversed(window):
        later[:3, finished] = 0.0  # what comes later belongs to the row's next game
        known[finished] = 1.0
        reward += brought
        surprise = reward[rows] + GAMMA * value[rows] - expected
        # Where a row's last decision in the window leads is not known yet; its value serves the decision before it.
        advantage[rows] = (surprise + GAMMA * LAMBDA * advantage[rows]) * known[rows]
        found.append((advantage[rows], known[rows] > 0))
        reward[rows], value[rows], known[rows] = 0.0, expected, 1.0
    return (torch.cat(parts) for parts in zip(*reversed(found), strict=True))


def update(network, optimizer, window):
    """PPO: a few passes over the window, with no gain from moving further from the old policy than CLIP."""
    advantage, known = advantages(window)
    decisions = (torch.cat(parts)[known] for parts in zip(*(step[0] for step in window), strict=True))
    _, seen, legal, chosen, before, value = decisions
    target = advantage[known] + value
    advantage = (advantage[known] - advantage[known].mean()) / (advantage[known].std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(seen), device=seen.device).split(PORTION):
            policy, value = network(seen[some], legal[some])
            ratio = (policy.log_prob(chosen[some]) - before[some]).exp()
            gain = torch.min(ratio * advantage[some], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[some])
            loss = 0.5 * (value - target[some]).square() - gain - ENTROPY * policy.entropy()
            optimizer.zero_grad()
            loss.mean().backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    network.watch(seen)


def evaluate(network, setting, games, device, seed):
    """Play new games, one per row, to the end; return the share of wins with its 95% Wilson interval, as text."""
    arena = Arena(setting, games, device, seed, restart=False)
    won = torch.zeros(games, device=device)
    while (arena.see("mover") >= 0).any():
        _, reward, finished = arena.step(network)
        won[finished] = arena.wins(reward[finished])
    share, z = won.mean().item(), 1.96 / games**0.5
    middle, half = share + z**2 / 2, z * (share * (1 - share) + z**2 / 4) ** 0.5
    low, high = (middle - half) / (1 + z**2), (middle + half) / (1 + z**2)
    return f"won {share:.1%} of {games} new games against random play (95% interval {low:.1%} to {high:.1%})"


def main():
    parser = argparse.ArgumentParser(description="Learn to beat random play.")
    parser.add_argument("--game", choices=["portobello", "viaggiatore"], default="portobello")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    for name, default in {"players": 2, "size": 512, "minutes": 3.0, "games": 2000, "seed": 0}.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    setting = piazzetta.game(args.game, players=args.players)
    network = Network(setting.observation_size, setting.decision_count).to(args.device)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    arena = Arena(setting, args.size, args.device, args.seed, restart=True)
    network.watch(torch.cat([arena.step(network)[0][1] for _ in range(WINDOW)]))  # at first learn only the scale
    began, told, wins = time.monotonic(), 0.0, []
    while (now := time.monotonic() - began) < args.minutes * 60:
        window = [arena.step(network) for _ in range(WINDOW)]
        update(network, optimizer, window)
        wins += [arena.wins(reward[finished]) for _, reward, finished in window]
        if now - told >= 10 and (games := sum(map(len, wins))):
            print(f"{now:5.0f} s: won {torch.cat(wins).mean():6.1%} of {games} games against random play", flush=True)
            told, wins = now, []
    print("final:", evaluate(network, setting, args.games, args.device, args.seed + 1))


if __name__ == "__main__":
    main()
