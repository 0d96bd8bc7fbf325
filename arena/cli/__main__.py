"""`python -m arena.cli` is the command `arena`."""

from arena.cli.main import main

main()
