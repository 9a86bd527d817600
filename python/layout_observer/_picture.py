"""A picture as a notebook shows it, and as an array."""
from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


@dataclass(frozen=True)
class Picture:
    """PNG or SVG. box_um is what it shows, in um of the cell: (left, bottom, right, top); None for SVG."""

    data: bytes
    media_type: str
    box_um: tuple[float, float, float, float] | None = None
    width: int | None = None
    height: int | None = None

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "wb") as file:
            file.write(self.data)

    def to_numpy(self) -> Any:
        """Pixels of a PNG as an array (height, width, channels) of uint8. Needs numpy."""
        import numpy

        if self.media_type != "image/png":
            raise ValueError("Only a PNG has pixels; render without svg=True.")
        return _pixels(self.data, numpy)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.media_type == "image/png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.media_type == "image/svg+xml" else None

    def __repr__(self) -> str:
        size = "" if self.width is None else " of %d x %d pixels" % (self.width, self.height)
        return "<%s%s, %d bytes>" % ("PNG" if self.media_type == "image/png" else "SVG", size, len(self.data))


def _chunks(data: bytes) -> Any:
    at = len(SIGNATURE)
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size


def _pixels(data: bytes, numpy: Any) -> Any:
    """Of a PNG of 8 bits a channel, not interlaced, as the server writes them."""
    packed, palette, header = b"", None, b""
    for kind, body in _chunks(data):
        header = body if kind == b"IHDR" else header
        palette = numpy.frombuffer(body, numpy.uint8).reshape(-1, 3) if kind == b"PLTE" else palette
        packed += body if kind == b"IDAT" else b""
    width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", header)
    if depth != 8 or interlace or (color not in CHANNELS and color != 3):
        raise ValueError("This form of PNG is not supported.")
    step = CHANNELS.get(color, 1)
    lines = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * step)
    pixels = numpy.zeros((height + 1, width * step), numpy.uint8)
    for y in range(height):
        _unfilter(int(lines[y, 0]), lines[y, 1:], pixels[y], pixels[y + 1], step, numpy)
    plain = pixels[1:].reshape(height, width, step)
    return palette[plain[:, :, 0]] if color == 3 else plain


def _unfilter(kind: int, line: Any, above: Any, out: Any, step: int, numpy: Any) -> None:
    """One line, by the five filters of PNG (RFC 2083, 6)."""
    if kind == 0:
        out[:] = line
    elif kind == 1:
        out[:] = numpy.cumsum(line.reshape(-1, step), axis=0, dtype=numpy.uint8).reshape(-1)
    elif kind == 2:
        out[:] = line + above
    else:
        up, raw, left = above.astype(int).tolist(), line.astype(int).tolist(), [0] * step
        corner, told = [0] * step, []
        for x, value in enumerate(raw):
            c = x % step
            a, b, upper = left[c], up[x], corner[c]
            guess = (a + b) // 2 if kind == 3 else _paeth(a, b, upper)
            left[c], corner[c] = (value + guess) & 255, b
            told.append(left[c])
        out[:] = told


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c
