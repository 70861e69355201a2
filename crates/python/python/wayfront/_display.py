"""Pictures, and how things show themselves in notebooks."""

from __future__ import annotations

import base64
from os import PathLike
from typing import Any

from . import _native
from ._geometry import unknown_keyword

__all__ = ["Animation", "Picture", "Shown", "picture_options"]

OPTIONS = ("size", "title", "labels", "scale_bar", "key", "axes", "length_unit", "view")
"""What every picture takes, as keywords."""

SVG_MOST = 200_000
"""Longer SVG is shown as PNG: notebooks with much of it are slow."""


def picture_options(call: str, given: dict[str, Any], size: int = 900) -> dict[str, Any]:
    """The options of a picture; unknown ones are refused with the one that was probably meant."""
    for name in given:
        if name not in OPTIONS:
            raise unknown_keyword(call, name, OPTIONS)
    options = {"size": size, **given}
    if not 1 <= options["size"] < 2**32:
        raise ValueError(f"size is {options['size']}: give pixels of the longer side, 1 or more")
    return options


class Picture:
    """A picture in memory: shows itself in notebooks, and saves itself as SVG or PNG."""

    def __init__(self, native: _native.Picture) -> None:
        self._native = native

    @property
    def svg(self) -> str:
        """As SVG."""
        return self._native.svg()

    @property
    def png(self) -> bytes:
        """As PNG."""
        return self._native.png()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._native.size

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file; the ending says how: ``.svg`` or ``.png``."""
        self._native.save(path)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any] | tuple[dict[str, Any], dict[str, Any]]:
        svg = self.svg
        if len(svg) < SVG_MOST:
            return {"image/svg+xml": svg}
        width, height = self.size
        return {"image/png": base64.b64encode(self.png).decode()}, {"image/png": {"width": width, "height": height}}

    def __repr__(self) -> str:
        width, height = self.size
        return f"<picture of {width} x {height}>"


class Animation:
    """An animated PNG in memory: plays in notebooks and browsers."""

    def __init__(self, png: bytes) -> None:
        self.png = png

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file."""
        with open(path, "wb") as file:
            file.write(self.png)

    def _repr_html_(self) -> str:
        return f'<img src="data:image/png;base64,{base64.b64encode(self.png).decode()}"/>'

    def __repr__(self) -> str:
        return f"<animation of {len(self.png)} bytes>"


class Shown:
    """Something with a picture, which notebooks show."""

    def picture(self) -> Picture:
        """Its picture."""
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.picture()._repr_mimebundle_(include, exclude)
