"""Nothing leaves this machine while tests run."""

import socket

import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "example.com", "2001:db8::1"])
def test_the_network_is_closed(host: str) -> None:
    with pytest.raises(RuntimeError, match="network is closed"):
        socket.create_connection((host, 80), timeout=0.1)


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=1).close()
