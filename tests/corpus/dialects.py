#!/usr/bin/env python3
"""The tests of the crate `contracts` as cases of ours: each function with contracts gets the verdict that the
test expects of it at run time.

Fetches a pinned version through cargo into target/corpus (never into the repository). What is a test there is
made an ordinary function, so that the functions declared in its body are checked. Prints what differs from
what is known, and ends with 1 if anything does; `--print` prints what there is instead.

    tests/corpus/dialects.py
    tests/corpus/dialects.py --binary PATH      another binary than target/{release,debug}

`prusti-contracts` ships no tests that carry contracts; its dialect is covered by `ui-tests`.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

from measure import ROOT, SCRATCH, fetch

VERSION = "0.6.7"

# What each test file comes to, in the order of the source. Some are violated by inputs that the test does not
# try: nothing keeps numbers small, or ranges from being empty. Floats that come in are not looked at.
KNOWN = {
    "functions": "verified verified verified violated verified violated unsupported verified verified verified",
    "implication": "verified violated verified violated verified",
    "issues": "violated violated unsupported violated verified",
    "methods": "verified verified verified verified verified verified verified",
    "old": "violated violated violated",
    "ranged_int": "verified violated verified verified verified violated violated violated",
    "traits": "violated unsupported unsupported",
}


def verdicts(binary, path):
    """The verdict of each function of a file, in the order of the source."""
    run = subprocess.run(
        [binary, "bverify", path.name, "--scope", "3", "--message-format", "json"],
        cwd=path.parent, capture_output=True, text=True, timeout=300, check=False,
    )
    found = []
    for line in run.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "bverify-result":
            found.append(message["verdict"])
    return found or [f"exit {run.returncode}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--print", action="store_true", dest="show")
    args = parser.parse_args()
    binaries = [ROOT / "target" / kind / "cargo-bverify" for kind in ("release", "debug")]
    binary = args.binary or next((it for it in binaries if it.exists()), None)
    if binary is None:
        sys.exit("build the binary first: cargo build -p cargo-bverify")
    tests = fetch("contracts", VERSION) / "tests"
    folder = SCRATCH / "dialects"
    folder.mkdir(parents=True, exist_ok=True)
    differing = 0
    for name, known in KNOWN.items():
        text = (tests / f"{name}.rs").read_text()
        text = re.sub(r"^#\[(test|should_panic.*)\]$", "", text, flags=re.MULTILINE)
        path = folder / f"{name}.rs"
        path.write_text(text)
        found = " ".join(verdicts(binary.resolve(), path))
        if args.show:
            print(f'    "{name}": "{found}",')
        elif found != known:
            differing += 1
            print(f"{name}:\n  known {known}\n  found {found}")
    if not args.show:
        print(f"{len(KNOWN) - differing} of {len(KNOWN)} files as known")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
