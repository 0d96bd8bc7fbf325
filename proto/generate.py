"""Writes the .proto file of every game's view from its schema, gives a new game its place in bot.proto, and makes the Python
code of all .proto files beside them.

`python proto/generate.py [FOLDER]`; the folder is this one unless another is named (the test compares the two).
"""

import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = Path("motherlode/v1")


def write_views(folder: Path) -> None:
    """One .proto file a game, from the description its engine reads and writes views by."""
    import engine
    from engine import registry

    for info in engine.games().values():
        text = registry.schema(info.id).proto(info.id, info.name)
        (folder / PACKAGE / f"{info.id}.proto").write_text(text, encoding="ascii")


def add_views(folder: Path) -> None:
    """Gives every game's view its place in a bot's Turn; a place once given stays."""
    import engine

    path = folder / PACKAGE / "bot.proto"
    text = path.read_text(encoding="ascii")
    for game in engine.games():
        place = f'import "{PACKAGE}/{game}.proto";\n'
        if place not in text:
            last = text.rindex('import "')
            after = text.index("\n", last) + 1
            text = text[:after] + place + text[after:]
            start = text.index("  oneof view {")
            end = text.index("  }\n", start)
            number = max(map(int, re.findall(r"= (\d+);", text[start:end]))) + 1
            text = f"{text[:end]}    {game.capitalize()}View {game} = {number};\n{text[end:]}"
    path.write_text(text, encoding="ascii")


def compile_all(folder: Path) -> None:
    """Messages and their type stubs for every .proto file; no service stubs, handlers and calls name their paths."""
    from grpc_tools import protoc

    sources = sorted(str(path.relative_to(folder)) for path in (folder / PACKAGE).glob("*.proto"))
    well_known = files("grpc_tools") / "_proto"
    arguments = ["protoc", f"-I{folder}", f"-I{well_known}", f"--python_out={folder}", f"--pyi_out={folder}", *sources]
    if protoc.main(arguments) != 0:
        raise SystemExit("protoc refused the files named above")


def generate(folder: Path) -> None:
    (folder / PACKAGE).mkdir(parents=True, exist_ok=True)
    if folder != HERE:
        for source in (HERE / PACKAGE).glob("*.proto"):
            shutil.copy(source, folder / PACKAGE)
    write_views(folder)
    add_views(folder)
    compile_all(folder)


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    generate(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE)
