"""The starter kits: bots made from the .proto files alone play whole matches."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.conformance import Finding, Mark, examine
from arena.cli.play import play
from arena.cli.play_order import Order
from arena.cli.play_screen import silent

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(900)
def test_a_bot_in_go_is_built_from_the_proto_files_and_plays(tmp_path: Path) -> None:
    go, make = shutil.which("go"), shutil.which("make")
    if go is None or make is None:
        pytest.skip("no Go compiler (go) or no make on this machine")
    pytest.importorskip("grpc_tools", reason="no protoc: grpcio-tools is not installed")
    kit = shutil.copytree(
        ROOT / "bots" / "kits" / "go", tmp_path / "go", ignore=shutil.ignore_patterns("bin", "pb", "bot")
    )
    fetched = subprocess.run([go, "mod", "download"], cwd=kit, capture_output=True, text=True, timeout=120, check=False)
    if fetched.returncode:
        pytest.skip(f"the kit's Go modules cannot be had: {fetched.stderr[-200:]}")
    words = [make, f"PROTOC={sys.executable} -m grpc_tools.protoc", f"PROTO={ROOT / 'proto'}"]
    built = subprocess.run(words, cwd=kit, capture_output=True, text=True, timeout=800, check=False)
    assert built.returncode == 0, built.stderr
    target = f"cmd:{kit}/bot"
    found: list[Finding] = []
    asyncio.run(examine(target, (), 2.0, found.append))
    assert len(found) > 15 and [finding for finding in found if finding.mark is not Mark.OK] == []
    order = Order.read("rummy", (target, "random"), None, 2, None, "standard", 2.0, 10.0, 0.05, 4, "go", None, None)
    outcome = asyncio.run(play(order, silent))
    assert outcome.board.played == 4 and not outcome.board.reasons
