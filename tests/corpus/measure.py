#!/usr/bin/env python3
"""How much of real collection crates the tool can read: the number we steer by.

Fetches pinned versions through cargo into target/corpus (never into the repository), runs
`cargo bverify --list --all --message-format json` on each, and prints for each crate and in total the
share of non-test functions whose bodies are understood (typed) and that lower, then the ranked reasons.

    tests/corpus/measure.py                     the twelve crates
    tests/corpus/measure.py slab lru            some of them
    tests/corpus/measure.py petgraph=0.6.5      any other
    tests/corpus/measure.py --reasons 40        more reasons
    tests/corpus/measure.py --typed             the reasons of bodies that are not understood only
    tests/corpus/measure.py --binary PATH       another binary than target/{release,debug}
    tests/corpus/measure.py --functions         the functions that do not lower, with their first reason
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

# name: (version, whether all of it is safe code)
CRATES = {
    "vec_map": ("0.8.2", True),
    "slab": ("0.4.12", False),
    "indextree": ("4.9.2", True),
    "rb_tree": ("0.5.0", True),
    "linked-list": ("0.2.0", False),
    "min-max-heap": ("1.3.0", False),
    "rangemap": ("1.8.0", True),
    "bit-vec": ("0.10.1", True),
    "radix_trie": ("0.3.0", True),
    "arrayvec": ("0.7.8", False),
    "lru": ("0.19.0", False),
    "fibonacci_heap": ("1.1.0", True),
}
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / "target" / "corpus"
SECONDS = 120


def fetch(name, version):
    """The folder of a copy of the crate's sources, fetched if it is not there yet."""
    folder = SCRATCH / f"{name}-{version}"
    if folder.is_dir():
        return folder
    scratch = SCRATCH / "fetch"
    (scratch / "src").mkdir(parents=True, exist_ok=True)
    (scratch / "src" / "lib.rs").write_text("")
    (scratch / "Cargo.toml").write_text(
        '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n'
        f'[dependencies]\nthe_crate = {{ package = "{name}", version = "={version}" }}\n'
    )
    (scratch / "Cargo.lock").unlink(missing_ok=True)
    run = subprocess.run(
        ["cargo", "metadata", "--format-version", "1"],
        cwd=scratch, capture_output=True, text=True, check=False,
    )
    if run.returncode != 0:
        sys.exit(f"cannot fetch {name} {version}:\n{run.stderr}")
    for package in json.loads(run.stdout)["packages"]:
        if package["name"] == name and package["version"] == version:
            source = pathlib.Path(package["manifest_path"]).parent
            # Which compiler the crate's authors build it with is no matter here, and it may not be there.
            shutil.copytree(source, folder, ignore=shutil.ignore_patterns("rust-toolchain*"))
            manifest = folder / "Cargo.toml"
            manifest.chmod(0o644)
            text = without_tests(manifest.read_text())
            if "[workspace]" not in text:
                # It lies below our own workspace and is none of its members.
                text += "\n[workspace]\n"
            manifest.write_text(text)
            # The libraries that it uses are read from cargo's own sources, as they are for users.
            (folder / "Cargo.lock").unlink(missing_ok=True)
            for step in ("generate-lockfile", "fetch"):
                subprocess.run(["cargo", step, "--quiet"], cwd=folder, check=False)
            return folder
    sys.exit(f"cargo did not fetch {name} {version}")


def without_tests(manifest):
    """The manifest without what only tests, examples and benchmarks need."""
    kept, skipping = [], False
    dropped, needed = set(), set()
    for line in manifest.splitlines(keepends=True):
        if line.startswith("["):
            skipping = re.match(r"\[+(target\..*\.)?(dev-dependencies|bench|test|example)\b", line)
            named = re.match(r"\[.*dependencies\.([\w-]+)\]", line)
            if named:
                (dropped if skipping else needed).add(named[1])
        if not skipping:
            kept.append(line)
    text = "".join(kept)
    for name in dropped - needed:
        # Features of libraries that are not there any more.
        text = re.sub(rf'"{re.escape(name)}\??/[^"]*",?', "", text)
    return text


def measure(binary, folder):
    """The listed functions, the seconds, and what went wrong if anything did."""
    started = time.monotonic()
    command = [binary, "bverify", "--list", "--all", "--lib", "--message-format", "json"]
    try:
        run = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return [], SECONDS, "hangs"
    seconds = time.monotonic() - started
    functions, refused = [], []
    for line in run.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "bverify-function":
            functions.append(message)
        elif message.get("reason") == "compiler-message":
            refused.append(message["message"]["message"])
    problem = None
    if run.returncode not in (0, 3):
        tail = run.stderr.strip().splitlines()[-1:] or refused[:1]
        problem = f"exit code {run.returncode}: {' '.join(tail)}"
    elif not functions and refused:
        problem = f"refused: {refused[0]}"
    return functions, seconds, problem


def share(part, whole):
    return f"{100 * part / whole:5.1f}%" if whole else "     -"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("crates", nargs="*")
    parser.add_argument("--reasons", type=int, default=25)
    parser.add_argument("--typed", action="store_true")
    parser.add_argument("--functions", action="store_true")
    parser.add_argument("--binary")
    args = parser.parse_args()

    wanted = {}
    for entry in args.crates or CRATES:
        name, _, version = entry.partition("=")
        if not version and name not in CRATES:
            parser.error(f"give a version: {name}=1.2.3")
        wanted[name] = (version or CRATES[name][0], CRATES.get(name, ("", False))[1])
    binaries = [ROOT / "target" / kind / "cargo-bverify" for kind in ("release", "debug")]
    # Packages are looked at from their own folders.
    given = [pathlib.Path(args.binary).resolve()] if args.binary else []
    binary = next((str(path) for path in given + binaries if path.is_file()), None)
    if binary is None:
        parser.error("build cargo-bverify first")

    reasons = collections.Counter()
    examples = {}
    totals = {"all": [0, 0, 0], "safe": [0, 0, 0]}
    print(f"{'crate':28} {'functions':>9} {'typed':>7} {'lowered':>8} {'seconds':>8}")
    for name, (version, safe) in wanted.items():
        functions, seconds, problem = measure(binary, fetch(name, version))
        typed = sum(function["typechecked"] for function in functions)
        lowered = sum(function["lowered"] for function in functions)
        for key in ["all"] + (["safe"] if safe else []):
            for at, count in enumerate((len(functions), typed, lowered)):
                totals[key][at] += count
        label = f"{name} {version}{' (safe)' if safe else ''}"
        count = len(functions)
        print(f"{label:28} {count:9} {share(typed, count):>7} {share(lowered, count):>8} "
              f"{seconds:8.2f}{'  ' + problem if problem else ''}")
        for function in functions:
            if function["lowered"] or (args.typed and function["typechecked"]):
                continue
            found = {entry["construct"] for entry in function["unsupported"]} or {"refused"}
            if args.functions:
                first = function["unsupported"][:1]
                text = f"{first[0]['line']}: {first[0]['construct']}" if first else "refused"
                print(f"    {function['file']}:{function['line']} {function['function']}  {text}")
            for reason in found:
                reasons[reason] += 1
                examples.setdefault(reason, f"{name}::{function['function']}")
    for key in ("safe", "all"):
        count, typed, lowered = totals[key]
        if count:
            print(f"{'total, ' + key:28} {count:9} {share(typed, count):>7} {share(lowered, count):>8}")
    if reasons:
        print("\nfunctions stopped by")
    for reason, count in reasons.most_common(args.reasons):
        reason_text = re.sub(r"\s+", " ", reason)
        print(f"{count:6}  {reason_text}   ({examples[reason]})")


if __name__ == "__main__":
    main()
