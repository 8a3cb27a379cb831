"""Whether a request without a key comes from this machine, and from no web page of others."""

from collections.abc import Mapping, Sequence
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What proxies add: behind one, every caller seems to be on this machine."""


def is_loopback(host: str) -> bool:
    """Whether a name or an address means this machine and nothing else."""
    if host.lower() == "localhost":
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback


def came_through_a_proxy(headers: Mapping[str, str]) -> bool:
    """Whether somebody passed the request on; who sent it is then not known."""
    return any(name in headers for name in _FORWARDED)


def refusal(headers: Mapping[str, str], allowed_hosts: Sequence[str]) -> str | None:
    """Why a request without a key is not taken for the local user's; None when it is.

    A page elsewhere may make a browser on this machine call us, under our own name (`Origin`,
    `Sec-Fetch-Site`) or, by answering DNS queries with 127.0.0.1, under its own (`Host`).
    """
    host = _host_and_port(headers.get("host", ""), "http")
    if host is None or not (is_loopback(host[0]) or host[0] in _lower(allowed_hosts)):
        return "the name in Host is not one of this server's: add it to server.allowed_hosts"
    if headers.get("sec-fetch-site", "none").lower() == "cross-site":
        return "pages of other sites may not call without a key"
    origin = headers.get("origin")
    if origin is not None and not _is_ours(origin, host):
        return "pages of other origins may not call without a key"
    return None


def _is_ours(origin: str, host: tuple[str, int]) -> bool:
    scheme, _, rest = origin.partition("://")
    theirs = _host_and_port(rest, scheme.lower()) if scheme.lower() in _PORTS else None
    if theirs is None:  # `null` of sandboxed pages, files, extensions
        return False
    return theirs == host or (is_loopback(theirs[0]) and theirs[1] == host[1])


def _host_and_port(netloc: str, scheme: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(f"//{netloc}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.netloc != netloc or parts.username is not None:
        return None
    return name, port or _PORTS[scheme]


def _lower(names: Sequence[str]) -> set[str]:
    return {name.lower() for name in names}
