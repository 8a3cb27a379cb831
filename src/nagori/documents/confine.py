"""Limits that a process sets for itself before it touches a file that somebody sent."""

import os
import sys
from pathlib import Path
from typing import NoReturn

_MIB = 1 << 20
_NICER = 5
_STATM = Path("/proc/self/statm")
_REFUSED = frozenset(
    {"socket.connect", "socket.sendto", "socket.getaddrinfo", "subprocess.Popen", "os.system"}
    | {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.remove", "os.rmdir"}
    | {"os.link", "os.symlink", "os.truncate", "os.kill", "os.chmod", "os.chown"}
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
_CACHE = "__pycache__"


def confine(*, memory_mb: int, cpu_seconds: float) -> None:
    """Beyond so much memory and time this process fails; where limits can't be set, it goes on."""
    if sys.platform == "win32":
        return
    import resource

    limits = [
        (resource.RLIMIT_CPU, max(1, int(cpu_seconds))),
        (resource.RLIMIT_CORE, 0),
    ]
    if sys.platform == "linux":  # macOS counts shared memory of the system in, which has no bounds
        limits.append((resource.RLIMIT_AS, _mapped() + memory_mb * _MIB))
    for kind, most in limits:
        _, hard = resource.getrlimit(kind)
        is_free = hard == resource.RLIM_INFINITY
        resource.setrlimit(kind, (most if is_free else min(most, hard), hard))
    os.nice(_NICER)


def refuse_the_world() -> None:
    """From now on no library gets out of this process: no network, no programs, no files written.

    Only Python itself may keep what it compiled, so that the next process starts faster.
    """
    sys.addaudithook(_watch)


def _watch(event: str, args: tuple[object, ...]) -> None:
    if event in _REFUSED:
        _refuse(event)
    if event == "open":
        path, _, flags = args
        if isinstance(flags, int) and flags & _WRITES and not _is_cache(path):
            _refuse(event)
    elif event in {"os.rename", "os.mkdir"} and not _is_cache(args[0]):
        _refuse(event)


def _is_cache(path: object) -> bool:
    """Whether Python keeps compiled modules there; a number is a file that is open already."""
    return isinstance(path, int) or (isinstance(path, str) and _CACHE in path)


def _refuse(event: str) -> NoReturn:
    raise PermissionError(f"a reader of documents may not: {event}")


def _mapped() -> int:
    """What this process has taken of its address space until now."""
    pages = int(_STATM.read_text(encoding="ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")
