"""Where an open file lies, as the system itself knows it."""

import ctypes
import sys
from pathlib import Path

_MOST = 32_768  # characters of a path on Windows
_PREFIXES = (("\\\\?\\UNC\\", "\\\\"), ("\\\\?\\", ""))


def path_of(descriptor: int) -> Path | None:
    """The path of what is open, without links, or None where the system does not tell."""
    if sys.platform == "win32":
        import msvcrt  # is there on Windows alone

        told = ctypes.create_unicode_buffer(_MOST)
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(descriptor))
        size = ctypes.windll.kernel32.GetFinalPathNameByHandleW(handle, told, _MOST, 0)
        return Path(without_mark(told.value)) if 0 < size < _MOST else None
    try:
        return Path(f"/proc/self/fd/{descriptor}").readlink()
    except OSError:
        return None


def without_mark(path: str) -> str:
    """The path as it is written, without the mark of a long one."""
    for prefix, instead in _PREFIXES:
        if path.startswith(prefix):
            return instead + path.removeprefix(prefix)
    return path
