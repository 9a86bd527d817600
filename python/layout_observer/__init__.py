"""Exact answers about GDSII and OASIS layouts.

    import layout_observer as lob

    with lob.open("chip.gds") as chip:
        for port in chip.ports():
            print(port.name, port.at_um.x, port.at_um.y)
        a, b = chip.shapes((0, -5, 44, 5), layers=["1/0"])[:2]
        print(chip.gap(a, b), "um")
        chip.render().save("chip.png")

The package starts the program layout-observer and asks it; only the standard library is needed, numpy for arrays of
pixels. Lengths are in um unless a name ends in `_dbu` (database units). Errors are LayoutError with a code and a hint.
"""
from . import _tools as records
from ._layout import Layout, open
from ._picture import Picture
from ._server import LayoutError, Server

__version__ = "0.2.0"
__all__ = ["Layout", "LayoutError", "Picture", "Server", "open", "records"]
