from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nagori.documents.guard import checked_url, public
from nagori.errors import InvalidInputError

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://example.com", "https://example.com/"),
        ("  HTTPS://Example.COM:443/a#part  ", "https://example.com/a"),
        ("http://example.com:8080?q=1", "http://example.com:8080/?q=1"),
        ("http://example.com:/a", "http://example.com/a"),
        ("http://example.com/a\t\n", "http://example.com/a"),
        ("http://example.com./a", "http://example.com/a"),
        ("http://ex%61mple.com/", "http://example.com/"),
        ("http://例え.jp/", "http://xn--r8jz45g.jp/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://ｅｘａｍｐｌｅ。com/", "http://example.com/"),
        ("http://a_b.example/", "http://a_b.example/"),
        ("http://８．８．８．８/", "http://8.8.8.8/"),
        ("http://8.8.8.8./", "http://8.8.8.8/"),
        (
            "https://[2606:4700:0:0:0:0:0:1111]:8443/a",
            "https://[2606:4700::1111]:8443/a",
        ),
        ("https://zh.wikipedia.org/wiki/余韵", "https://zh.wikipedia.org/wiki/%E4%BD%99%E9%9F%B5"),
        ("https://a.example/100%/50%25 b", "https://a.example/100%25/50%25%20b"),
        ("https://a.example/@me?next=http://b@c/", "https://a.example/@me?next=http://b@c/"),
        ("https://a.example/a\\b", "https://a.example/a%5Cb"),
    ],
)
def test_an_address_has_one_form(written: str, meant: str) -> None:
    assert checked_url(written).url == meant


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "http://"),
        ("example.com", "http://"),
        ("ftp://example.com/", "http://"),
        ("file:///etc/passwd", "http://"),
        ("javascript:alert(1)", "http://"),
        ("gopher://example.com:70/", "http://"),
        ("httpſ://example.com/", "http://"),
        ("http:example.com", "http://"),
        ("http:/example.com", "http://"),
        ("http:\\\\example.com", "http://"),
        ("//example.com/", "http://"),
        ("https://a:b@example.com/", "password"),
        ("https://example.com@127.0.0.1/", "password"),
        ("https://@example.com/", "password"),
        ("https://example.com\\@127.0.0.1/", "password"),
        ("https://example.com%40127.0.0.1/", "host"),
        ("https://exa mple.com/", "host"),
        ("https://example.com%2f/", "host"),
        ("https://example.com%00.org/", "host"),
        ("https://%ff.example/", "host"),
        ("https://example.com\\.org/", "host"),
        ("https://", "host"),
        ("https:///path", "host"),
        ("https://./", "host"),
        ("https://.example.com/", "host"),
        ("https://example..com/", "host"),
        ("https://example.com../", "host"),
        ("https://-a.example/", "host"),
        (f"https://{'a' * 64}.example/", "host"),
        (f"https://{'a.' * 130}example/", "host"),
        ("https://☃\u200d.example/", "host"),
        ("https://[::1/", "host"),
        ("https://[fe80::1%25eth0]/", "host"),
        ("https://[v1.x]/", "host"),
        ("https://[1.2.3.4]/", "host"),
        ("https://::1/", "host"),
        ("https://example.com:http/", "host"),
        ("https://example.com:８０/", "host"),
        ("https://example.com:-1/", "host"),
        ("http://2130706433/", "four plain numbers"),
        ("http://0x7f000001/", "four plain numbers"),
        ("http://0x7f.0.0.1/", "four plain numbers"),
        ("http://0177.0.0.1/", "four plain numbers"),
        ("http://127.1/", "four plain numbers"),
        ("http://127.0.0.1.5/", "four plain numbers"),
        ("http://256.1.1.1/", "four plain numbers"),
        ("http://example.0x/", "four plain numbers"),
        ("http://localhost/", "private network"),
        ("http://LOCALHOST./", "private network"),
        ("http://intranet/", "private network"),
        ("http://a.localhost/", "private network"),
        ("http://printer.local/", "private network"),
        ("http://metadata.google.internal/", "private network"),
        ("http://nas.home.arpa/", "private network"),
        ("http://exam\nple.com/", "characters"),
        ("http://example.com/\r\nHost: b", "characters"),
        ("http://example.com/a\x00", "characters"),
        ("http://example.com/\ud800", "characters"),
        (f"http://example.com/{'a' * 8000}", "longer"),
        (f"http://example.com/{'余' * 1000}", "longer"),
    ],
)
def test_what_may_mislead_is_refused(written: str, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem) as error:
        checked_url(written)

    assert error.value.field == "url"


@pytest.mark.parametrize("port", [80, 443, 1024, 3000, 8000, 8080, 8443, 65_535])
def test_ports_of_web_servers_are_allowed(port: int) -> None:
    assert checked_url(f"http://example.com:{port}/").port == port


@pytest.mark.parametrize("port", [0, 1, 22, 25, 81, 1023, 2049, 5060, 6000, 6667, 65_536, 99_999])
def test_ports_of_other_services_are_refused(port: int) -> None:
    with pytest.raises(InvalidInputError, match=f"port {port} "):
        checked_url(f"http://example.com:{port}/")


@given(st.text())
@example("http://[::ffff:127.0.0.1]/")
@example("http://١٢٧.0.0.1/")
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for written in (text, f"http://{text}", f"http://{text}/", f"https://a.example/{text}"):
        try:
            target = checked_url(written)
        except InvalidInputError:
            continue
        assert checked_url(target.url) == target
        assert httpx2.URL(target.at(IPv4Address("8.8.8.8"))).host == "8.8.8.8"
        assert target.url.isascii()
        assert target.url.isprintable()
        assert " " not in target.url


@given(
    host=st.text(
        st.sampled_from("019xfaA.。．%:@[]/\\?#-_ \u00ad\u200b①７ⅷ") | st.characters(), max_size=12
    ),
    port=st.sampled_from(["", ":80", ":8080", ":"]),
)
def test_the_client_reads_an_address_as_it_was_checked(host: str, port: str) -> None:
    try:
        target = checked_url(f"http://{host}{port}/a%20b?c=d")
    except InvalidInputError:
        return

    read = httpx2.URL(target.url)

    assert read.host == httpx2.URL(f"http://{target.authority}").host
    assert read.raw_host.decode() == target.host
    assert (read.port or 80) == target.port
    assert read.raw_path.decode() == target.path
    assert read.userinfo == b""


@given(address=st.ip_addresses(), path=st.text(LETTERS + "/%?&=", max_size=20))
def test_a_pinned_address_keeps_everything_but_the_host(
    address: IPv4Address | IPv6Address, path: str
) -> None:
    target = checked_url(f"https://example.com:8443/{path}")

    read = httpx2.URL(target.at(address))

    assert ip_address(read.host) == address
    assert read.port == 8443
    assert checked_url(f"https://example.com:8443{read.raw_path.decode()}").path == (
        read.raw_path.decode()
    )


@given(number=st.integers(0, 2**32 - 1), form=st.sampled_from(["{}", "0x{:x}", "0{:o}", "{}."]))
def test_a_host_of_one_number_is_refused_in_every_base(number: int, form: str) -> None:
    with pytest.raises(InvalidInputError, match="four plain numbers"):
        checked_url(f"http://{form.format(number)}/")


@given(st.ip_addresses(v=4))
def test_a_written_address_means_itself(address: IPv4Address) -> None:
    wide = str(address).translate({ord("0") + n: 0xFF10 + n for n in range(10)})

    assert checked_url(f"http://{address}/").address == address
    assert checked_url(f"http://{wide.replace('.', '。')}/").address == address


NOT_PUBLIC = [
    "0.0.0.0",  # noqa: S104 - nothing is bound
    "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200",
    "100.127.255.255", "127.0.0.1", "127.255.255.254", "168.63.129.16", "169.254.0.1",
    "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.1",
    "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    "::", "::1", "::8.8.8.8", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1",
    "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "2002:a9fe:a9fe::", "3ffe::1", "3fff::1",
    "5f00::1", "4000::1", "fc00::1", "fd00:ec2::254", "fd12:3456::1", "fe80::1", "febf::1",
    "fec0::1", "ff02::1", "ff0e::1", "2606:4700::5efe:a00:1", "2606:4700::200:5efe:a00:1",
    "fe80::1%eth0", "2606:4700::1111%1", "::1%lo",
]  # fmt: skip


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_what_is_not_of_the_internet_is_not_public(address: str) -> None:
    assert not public(address)
    assert not public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111",
        "2a00:1450:4001::1", "64:ff9b::8.8.8.8",
    ],
)  # fmt: skip
def test_what_is_of_the_internet_is_public(address: str) -> None:
    assert public(address)
    assert public(ip_address(address))


@pytest.mark.parametrize("text", ["", "localhost", "8.8.8", "010.8.8.8", "8.8.8.8 ", "[::1]"])
def test_what_is_no_address_is_not_public(text: str) -> None:
    assert not public(text)


@given(st.ip_addresses())
def test_nothing_is_public_that_python_knows_to_be_special(
    address: IPv4Address | IPv6Address,
) -> None:
    special = (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
    )

    # Python calls all of NAT64 reserved; here it is as public as what it leads to.
    assert not (public(address) and special and address not in IPv6Network("64:ff9b::/96"))


@given(st.ip_addresses(v=4))
def test_a_public_address_within_another_is_open_only_through_nat64(address: IPv4Address) -> None:
    number = int(address)

    assert public(IPv6Address((0x64FF9B << 96) | number)) == public(address)
    assert not public(IPv6Address((0xFFFF << 32) | number))
    assert not public(IPv6Address(number))
    assert not public(IPv6Address((0x2002 << 112) | (number << 80)))
    assert not public(IPv6Address((0x2001_0000 << 96) | (number ^ 0xFFFF_FFFF)))
