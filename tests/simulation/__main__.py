"""Simulate nights: ``python -m tests.simulation --seeds 0:200``, or one of them: ``--replay 7 [--shrink] [--log]``."""

from __future__ import annotations

import argparse
import sys

from tests.simulation.defects import DEFECTS, with_defect
from tests.simulation.night import Night, Outcome, run
from tests.simulation.shrink import shrunk


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
        simulated = processor = 0.0
        failed, events = [], 0
        for seed in range(first, last):
            outcome = run(Night.drawn(seed))
            simulated += outcome.simulated
            processor += outcome.processor
            events += outcome.events
            if outcome.problems:
                failed.append(seed)
                print(f"seed {seed}: {outcome.problems[0][:600]}", flush=True)
                if options.first:
                    break
    hours = simulated / 3600 / (processor / 60)
    print(
        f"{seed + 1 - first} nights, {events} events, {simulated / 3600:.1f} h in {processor:.0f} s of processor time"
    )
    print(f"{hours:.1f} simulated hours in a minute of processor time; failed: {failed or 'none'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
