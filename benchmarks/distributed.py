"""What verifying with workers of Dask costs: one against two, memory, and workers that are killed.

The log is made where it is read (benchmarks/generated.py): ``--many 10000000`` needs no file of ten
gigabytes, only time. The rates are those from the first order to the last part, after all workers
have answered a few documents; in each round one and two workers take turns. What others on the
machine take away lowers the rates; the time of the processor for a document, of driver and
workers together, it hardly changes: where two workers need as much of it as one, they are twice as
fast on two cores that are free. In the long run a worker is killed every ``--kill-every`` seconds;
then the parts are read, and each document must stand there once. With ``--out`` the parts are kept
in a folder, and a run that was broken off goes on where it was. Memory is that of the driver (with
the scheduler in it) and of the largest worker, sampled.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks distributed", description=__doc__)
    parser.add_argument("--documents", type=int, default=12_000, help="for one against two workers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=60_000, help="for memory and kills; 0: neither")
    parser.add_argument("--workers", type=int, default=2, help="of the long run")
    parser.add_argument("--kill-every", type=float, default=20.0, help="seconds; 0: nobody is")
    parser.add_argument("--partition", type=int, default=2, help="MiB")
    parser.add_argument("--out", type=Path, help="keep the parts of the long run in this folder")
    args = parser.parse_args(arguments)
    from benchmarks.distributed_runs import long_run, one_against_two  # Dask is slow to import

    size = args.partition * 2**20
    if args.rounds:
        one_against_two(args.documents, args.rounds, size)
    if args.many:
        long_run(args.many, args.workers, args.kill_every, size, args.out)
