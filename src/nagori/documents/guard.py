"""Which addresses of the web may be fetched: pure, and strict about how they are written."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, Literal
from urllib.parse import quote, unquote

import idna

from nagori.errors import InvalidInputError

Address = IPv4Address | IPv6Address
Scheme = Literal["http", "https"]

_FIELD: Final = "url"
_LONGEST_URL: Final = 8_000
_LONGEST_HOST: Final = 253
_DEFAULT_PORTS: Final[dict[Scheme, int]] = {"http": 80, "https": 443}
# Above 1023, what browsers refuse too (Fetch standard, "bad port"): telephony, file servers, chat.
_OTHER_SERVICES: Final = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080}
    | set(range(6665, 6670))
)

# ASCII only: without the flag, "httpſ" would match too.
_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?(#.*)?",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_AUTHORITY: Final = re.compile(
    r"(\[(?P<six>[0-9a-f:.]*)\]|(?P<name>[^\[\]:]+))(:(?P<port>[0-9]{0,5}))?", re.IGNORECASE
)
# Line ends and other controls, and halves of characters, which can't be sent.
_UNSENDABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_STRAY_PERCENT: Final = re.compile(r"%(?![0-9a-fA-F]{2})")
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER: Final = re.compile(r"0x[0-9a-f]*|[0-9]+")
# Names that mean another machine in every network; the metadata services of clouds are among them.
_LOCAL_ENDINGS: Final = (
    "localhost", "localdomain", "local", "internal", "intranet", "lan", "home.arpa",
)  # fmt: skip

# Everything in IANA's registries of special addresses, whether it can be reached or not.
_CLOSED_4: Final = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # behind a provider's NAT; some clouds keep metadata here
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # Azure's metadata, the only such service outside the ranges
        "169.254.0.0/16",  # link-local, and most clouds' metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments, and Oracle's metadata
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
# Loopback, unspecified, mapped and compatible IPv4, the local NAT64 prefix, unique-local,
# link-local, site-local and multicast all lie outside this one.
_OPEN_6: Final = IPv6Network("2000::/3")
_CLOSED_6: Final = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3ffe::/16",  # 6bone, given back
        "3fff::/20",  # documentation
    )
)
# In a network without IPv4 this is how every site with only IPv4 is reached.
_NAT64: Final = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be asked for, in the one form that everybody reads the same way.

    The host is a name in ASCII or a plain address, the path is ready to be sent, with its query.
    """

    scheme: Scheme
    host: str
    port: int
    path: str

    @property
    def address(self) -> Address | None:
        """The address that the host already is; None for a name."""
        try:
            return ip_address(self.host)
        except ValueError:
            return None

    @property
    def authority(self) -> str:
        """What the `Host` header says: the port only if it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.path}"

    def at(self, address: Address) -> str:
        """The same with an address for the host, so that nobody looks the name up again."""
        host = f"[{address}]" if address.version == 6 else str(address)
        return f"{self.scheme}://{host}:{self.port}{self.path}"


def checked_url(text: str) -> Target:
    """Where the text leads, if that can only be a page of the web."""
    text = text.strip()
    if len(text) > _LONGEST_URL:
        raise InvalidInputError(_FIELD, f"is longer than {_LONGEST_URL} characters")
    if _UNSENDABLE.search(text):
        raise InvalidInputError(_FIELD, "holds characters that no address has")
    found = _URL.fullmatch(text)
    if found is None:
        raise InvalidInputError(_FIELD, "must begin with http:// or https://")
    scheme: Scheme = "https" if found["scheme"].lower() == "https" else "http"
    if "@" in found["authority"]:
        raise InvalidInputError(_FIELD, "must not carry a name or password")
    parts = _AUTHORITY.fullmatch(found["authority"])
    if parts is None:
        raise InvalidInputError(_FIELD, "names no host that can be understood")
    host = _name(parts["name"]) if parts["six"] is None else _six(parts["six"])
    port = _port(int(parts["port"])) if parts["port"] else _DEFAULT_PORTS[scheme]
    path = _sendable(found["path"] or "/") + _sendable(found["query"] or "", more="?")
    target = Target(scheme, host, port, path)
    if len(target.url) > _LONGEST_URL:  # a character may have become nine
        raise InvalidInputError(_FIELD, f"is longer than {_LONGEST_URL} characters")
    return target


def public(address: Address | str) -> bool:
    """Whether the address belongs to the internet, and not to a machine or network of its own."""
    if isinstance(address, str):
        try:
            address = ip_address(address)
        except ValueError:
            return False
    if isinstance(address, IPv4Address):
        return not any(address in closed for closed in _CLOSED_4)
    if address.scope_id is not None:
        return False
    if address in _NAT64:
        return public(IPv4Address(int(address) & 0xFFFF_FFFF))
    if address not in _OPEN_6 or any(address in closed for closed in _CLOSED_6):
        return False
    return not _is_isatap(address)


def _is_isatap(address: IPv6Address) -> bool:
    """Whether an IPv4 address is tunnelled in the lower half, which may be a private one."""
    return (int(address) >> 32) & 0xFDFF_FFFF == 0x0000_5EFE


def _port(port: int) -> int:
    if port in {80, 443} or (1024 <= port <= 65_535 and port not in _OTHER_SERVICES):
        return port
    raise InvalidInputError(_FIELD, f"port {port} is not used for web pages")


def _six(text: str) -> str:
    try:
        return str(IPv6Address(text))
    except ValueError as error:
        raise InvalidInputError(_FIELD, "names no host that can be understood") from error


def _name(written: str) -> str:
    """The host as the network knows it: a name in lower-case ASCII, or four plain numbers."""
    try:
        # Fullwidth digits, ideographic full stops and the like become what they stand for.
        read = idna.uts46_remap(unquote(written, errors="strict"), std3_rules=False)
        labels = [_ascii_label(label) for label in read.removesuffix(".").split(".")]
    except UnicodeError as error:
        raise InvalidInputError(_FIELD, "names no host that can be understood") from error
    host = ".".join(labels)
    if len(host) > _LONGEST_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise InvalidInputError(_FIELD, "names no host that can be understood")
    if _NUMBER.fullmatch(labels[-1]):
        return _four(host)
    if len(labels) == 1 or f".{host}".endswith(tuple(f".{end}" for end in _LOCAL_ENDINGS)):
        raise InvalidInputError(_FIELD, "names a machine of a private network")
    return host


def _ascii_label(label: str) -> str:
    return label if label.isascii() else idna.alabel(label).decode("ascii")


def _four(host: str) -> str:
    """Four decimal numbers; what programs read differently (0x7f.1, 010.1.1.1) is refused."""
    try:
        return str(IPv4Address(host))
    except ValueError as error:
        problem = "write the host as a name or as four plain numbers"
        raise InvalidInputError(_FIELD, problem) from error


def _sendable(text: str, *, more: str = "") -> str:
    """With everything percent-encoded that must be, and nothing twice."""
    return quote(_STRAY_PERCENT.sub("%25", text), safe=f"%/:@!$&'()*+,;=~{more}")
