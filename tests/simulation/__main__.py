"""Simulate nights: ``python -m tests.simulation --seeds 0:200``, or one of them: ``--replay 7 [--shrink] [--log]``."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

from tests.simulation.defects import DEFECTS, with_defect
from tests.simulation.night import Night, Outcome, run
from tests.simulation.search.many import nights
from tests.simulation.search.shrink import shrunk


def _told(night: Night, outcome: Outcome, log: bool) -> None:
    print(f"seed {night.seed}: {night.servers} servers, {night.seconds:g} s, trace {outcome.trace}")
    for table in night.tables:
        print(f"  {table}")
    for fault in night.faults:
        print(f"  {fault}")
    for line in outcome.said if log else ():
        print(f"    {line}")
    for problem in outcome.problems or ("nothing is wrong",):
        print(f"  {problem}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", default="0:200", help="the first and the one after the last, such as 0:200")
    parser.add_argument("--replay", type=int, help="one seed, with everything that goes wrong")
    parser.add_argument("--shrink", action="store_true", help="make the night smaller as long as it fails")
    parser.add_argument("--log", action="store_true", help="also what servers log")
    parser.add_argument("--defect", choices=sorted(DEFECTS), help="with a mended defect back in its place")
    parser.add_argument("--first", action="store_true", help="stop at the first night that fails")
    parser.add_argument("--cores", type=int, default=1, help="so many nights at a time, in processes")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no night after so many seconds")
    parser.add_argument("--out", help="a file for a summary, as JSON")
    options = parser.parse_args()
    with with_defect(options.defect):
        if options.replay is not None:
            night = Night.drawn(options.replay)
            if options.shrink:
                night = shrunk(night)
            outcome = run(night)
            _told(night, outcome, options.log)
            return int(bool(outcome.problems))
        first, last = map(int, options.seeds.split(":"))
        return _many(range(first, last), options)


def _many(seeds: range, options: argparse.Namespace) -> int:
    """Run nights, tell of each that fails, and at the end of all."""
    begun, simulated, processor, events = time.monotonic(), 0.0, 0.0, 0
    failed: list[dict[str, Any]] = []
    left = set(seeds)
    with contextlib.closing(nights(seeds.start, seeds.stop, options.cores, options.seconds)) as running:
        for seed, outcome in running:
            left.discard(seed)
            simulated += outcome.simulated
            processor += outcome.processor
            events += outcome.events
            if outcome.problems:
                failed.append({"seed": seed, "trace": outcome.trace, "problems": outcome.problems})
                print(f"seed {seed}: {outcome.problems[0][:600]}", flush=True)
                if options.first:
                    break
    run = len(seeds) - len(left)
    summary = {
        "seeds": options.seeds,
        "run": run,
        "not run": sorted(left)[:1000],
        "events": events,
        "simulated hours": round(simulated / 3600, 1),
        "processor seconds": round(processor),
        "seconds": round(time.monotonic() - begun),
        "failed": sorted(failed, key=lambda one: one["seed"]),
    }
    if options.out:
        Path(options.out).write_text(json.dumps(summary, indent=1))
    print(f"{run} nights, {events} events, {simulated / 3600:.1f} h in {processor:.0f} s of processor time")
    print(f"{simulated / 60 / max(processor, 1e-9):.1f} simulated hours in a minute of processor time")
    print(f"failed: {sorted(one['seed'] for one in failed) or 'none'}; not run: {len(left) or 'none'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
