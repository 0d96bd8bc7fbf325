"""`arena bot check`: whether a bot keeps the protocol, as a report for its author and an exit code for CI."""

import asyncio
from dataclasses import asdict

import click

import engine
from arena.cli.conformance import Finding, Mark, examine
from arena.cli.screen import data, quoted


@click.command("check")
@click.argument("target")
@click.option("--game", "games", multiple=True, help="Only this game; may be given more than once.")
@click.option(
    "--limit",
    default=2.0,
    show_default=True,
    type=click.FloatRange(0, 1e6, min_open=True),
    help="Seconds a decision may take.",
)
@click.option("--json", "as_json", is_flag=True, help="The findings as JSON.")
def command(target: str, games: tuple[str, ...], limit: float, as_json: bool) -> None:
    """Check that the bot TARGET keeps the protocol.

    TARGET is what `arena play` takes: a built-in name, a Python file, grpc://HOST:PORT (grpcs:// with TLS), unix:PATH, or
    cmd:COMMAND.
    """
    if unknown := [game for game in games if game not in engine.games()]:
        raise click.BadParameter(
            f"unknown game {unknown[0]!r}; there are {', '.join(engine.games())}", param_hint="--game"
        )
    findings: list[Finding] = []

    def tell(finding: Finding) -> None:
        findings.append(finding)
        if not as_json:
            colour = {Mark.OK: "green", Mark.NOTE: "yellow", Mark.FAIL: "red"}[finding.mark]
            mark = click.style(f"{finding.mark:4}", fg=colour)
            click.echo(f"{mark}  {finding.subject}: {quoted(finding.text)}")

    asyncio.run(examine(target, games, limit, tell))
    failed = sum(finding.mark is Mark.FAIL for finding in findings)
    if as_json:
        data({"target": target, "passed": not failed, "findings": [asdict(f) for f in findings]})
    else:
        click.echo(f"\n{target}: " + ("fit to play" if not failed else f"{failed} of {len(findings)} checks failed"))
    if failed:
        raise SystemExit(1)
