#!/usr/bin/env python3
"""Reads mutated sources and demands that nothing but a report comes of it.

Takes the files of fetched crates (tests/corpus/measure.py fetches them) and of this repository, cuts them
off, swaps, doubles or drops pieces, and runs `cargo bverify FILE --list --all` on each. A crash (exit code
101 or a signal) or a run that outlasts the limit is kept under target/corpus/fuzz and told.

    tests/corpus/fuzz.py [--rounds 200] [--seed 1] [--binary PATH] [--seconds 20]
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
ODD = ["(", ")", "{", "}", "<", ">", "::", "macro_rules!", "$", "$crate", "impl", "dyn", "'a", "..=", "!",
       "#[cfg(test)]", "#[path = \"x.rs\"]", "Self", "_", "0xffffffffffffffffffffffffffffffffff", "\"", "\\", "\u00e9"]


def sources():
    found = list((ROOT / "target" / "corpus").glob("*/src/**/*.rs"))
    found += list((ROOT / "ui-tests").glob("**/*.rs"))
    return sorted(path for path in found if "fuzz" not in path.parts)


def mutate(text, rng):
    pieces = TOKENS.findall(text)
    for _ in range(rng.randint(1, 6)):
        if len(pieces) < 4:
            break
        at = rng.randrange(len(pieces))
        end = min(len(pieces), at + rng.choice([1, 1, 2, 5, 40]))
        kind = rng.randrange(6)
        if kind == 0:
            del pieces[at:end]
        elif kind == 1:
            pieces[at:at] = pieces[at:end]
        elif kind == 2:
            pieces[at] = rng.choice(ODD)
        elif kind == 3:
            other = rng.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif kind == 4:
            pieces[at] = rng.choice(pieces)
        else:
            pieces = pieces[:at]
    return "".join(pieces)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--binary")
    args = parser.parse_args()
    binaries = [ROOT / "target" / kind / "cargo-bverify" for kind in ("release", "debug")]
    binary = args.binary or next((str(path) for path in binaries if path.is_file()), None)
    if binary is None:
        parser.error("build cargo-bverify first")
    rng = random.Random(args.seed)
    files = sources()
    folder = ROOT / "target" / "corpus" / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    bad = 0
    for number in range(args.rounds):
        path = rng.choice(files)
        text = mutate(path.read_text(errors="replace"), rng)
        case = folder / f"case-{args.seed}-{number}.rs"
        case.write_text(text)
        command = [binary, "bverify", str(case), "--list", "--all", "--message-format", "json"]
        try:
            run = subprocess.run(command, capture_output=True, timeout=args.seconds, check=False)
            problem = None if run.returncode in (0, 1, 2, 3) else f"exit code {run.returncode}"
            if problem and run.stderr:
                problem += ": " + run.stderr.decode(errors="replace").strip().splitlines()[-1]
        except subprocess.TimeoutExpired:
            problem = "hangs"
        if problem:
            bad += 1
            print(f"{case.relative_to(ROOT)} (from {path.relative_to(ROOT)}): {problem}")
        else:
            case.unlink()
    print(f"{args.rounds} mutated sources, {bad} crashes or hangs")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
