"""Where a bot may live. Registering one makes the arena dial an address that somebody sent: not every address is dialled."""

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

PUBLIC = "public"
NAME = re.compile(
    r"(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*"
)

Address = IPv4Address | IPv6Address


class Networks:
    """The networks in which authors may register their bots, from the setting `bot_networks`."""

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._public = False
        self._networks: list[IPv4Network | IPv6Network] = []
        for word in filter(None, map(str.strip, setting.split(","))):
            if word == PUBLIC:
                self._public = True
                continue
            try:
                self._networks.append(ip_network(word))
            except ValueError as error:
                raise ValueError(f"MOTHERLODE_BOT_NETWORKS lists networks and {PUBLIC!r}: {error}") from None

    def __contains__(self, address: Address) -> bool:
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address.sixtofour or address
        if self._public and address.is_global and not address.is_multicast:
            return True
        return any(address.version == network.version and address in network for network in self._networks)

    def __str__(self) -> str:
        return self._setting or "none"


def organisers_address(text: str) -> str:
    """An address as an organiser may give it: HOST:PORT, with grpcs:// before it for TLS, or unix:PATH."""
    if text.startswith("unix:"):
        if not text.startswith("unix:/") or "\0" in text:
            raise ValueError(f"a unix socket is given with its whole path, as unix:/run/bot.sock, not {text!r}")
        return text
    if text.startswith("grpcs://"):
        return "grpcs://" + join(*split(text.removeprefix("grpcs://")))
    return join(*split(text))


def authors_address(text: str, networks: Networks) -> str:
    """An address as a bot's author may give it, its name looked up: what was checked is what is dialled, now and ever after."""
    if text.startswith("unix:"):
        raise ValueError("a bot on a unix socket is registered by an organiser; give HOST:PORT")
    if text.startswith("grpcs://"):
        raise ValueError("a bot with TLS is registered by an organiser; give HOST:PORT")
    host, port = split(text)
    for address in look_up(host, port):
        if address in networks:
            return join(str(address), port)
    raise ValueError(f"{host} is not in the networks where bots may live: {networks}")


def look_up(host: str, port: int) -> Sequence[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ValueError(f"{host} cannot be found: {error.strerror}") from None
    return [ip_address(where[0]) for *_, where in found]


def split(text: str) -> tuple[str, int]:
    """Host and port; ValueError says how they are written."""
    host, colon, digits = text.rpartition(":")
    wrong = ValueError(f"an address is HOST:PORT, [IPv6]:PORT or unix:/PATH, not {text[:100]!r}")
    if not colon or not digits.isascii() or not digits.isdecimal() or len(digits) > 5 or not 0 < int(digits) < 65536:
        raise wrong
    if host.startswith("[") and host.endswith("]"):
        try:
            return str(IPv6Address(host[1:-1])), int(digits)
        except ValueError:
            raise wrong from None
    if not NAME.fullmatch(host):
        raise wrong
    return host, int(digits)


def join(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
