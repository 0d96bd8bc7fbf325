"""The wheel: what `pip install .` puts on a machine."""

from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
NEEDED = {".py", ".pyi", ".pxd", ".toml", ".lua", ".proto", ".typed"}


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> set[str]:
    """The files of a wheel, as paths in site-packages; the compiled modules come on top."""
    distribution = pytest.importorskip("setuptools").Distribution({"script_name": "setup.py"})
    monkeypatch.chdir(HOUSE)
    distribution.parse_config_files()
    build = distribution.get_command_obj("build_py")
    build.build_lib = str(tmp_path)
    build.ensure_finalized()
    return {str(Path(path).relative_to(tmp_path)) for path in build.get_outputs(include_bytecode=False)}


def test_the_wheel_has_all_data_files_stubs_scripts_and_messages(packed: set[str]) -> None:
    rooms = [HOUSE / room for room in ("engine", "bots", "workers", "arena")] + [HOUSE / "proto" / "motherlode"]
    for room in rooms:
        for path in room.rglob("*"):
            if path.suffix in NEEDED:
                assert str(path.relative_to(room.parent)) in packed, f"{path.relative_to(HOUSE)} is not packed"


def test_the_wheel_has_nothing_else_of_the_house(packed: set[str]) -> None:
    assert {path.split("/")[0] for path in packed} == {"engine", "bots", "workers", "arena", "motherlode"}
