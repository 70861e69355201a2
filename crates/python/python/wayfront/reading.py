"""Scenes from files, texts and dictionaries, and the built-in ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

import numpy as np

from ._geometry import no_nan, plain, tell_z
from ._native import Scene as NativeScene
from ._native import builtin_scenes
from .scene import Scene, read_dict

__all__ = ["builtin", "from_dict", "from_geojson", "from_toml", "from_wkt", "read", "scenes"]


def read(path: str | PathLike[str]) -> Scene:
    """Reads a scene (TOML, JSON) or a plan (GeoJSON, WKT, grid maps, ROS maps); the ending says which."""
    return Scene._of(NativeScene.read(fspath(path)))


def builtin(name: str) -> Scene:
    """A built-in scene; `scenes` lists them."""
    return Scene._of(NativeScene.builtin(name))


def scenes() -> dict[str, str]:
    """The built-in scenes: their names, and what they show."""
    return dict(builtin_scenes())


def from_wkt(text: str) -> Scene:
    """A scene from well-known text: polygons are where one may walk, holes are obstacles.

    >>> import wayfront as wf
    >>> wf.from_wkt("POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0), (4 1, 5 1, 5 4, 4 4, 4 1))").area
    47.0
    """
    tell_z(text)
    return Scene._of(NativeScene.text(text, "wkt", "text"))


def from_geojson(given: str | Mapping[str, Any] | Any) -> Scene:
    """A scene from GeoJSON: a text, a dictionary, or anything with ``__geo_interface__``."""
    if isinstance(given, str):
        return Scene._of(NativeScene.text(given, "geojson", "text"))
    described = given if isinstance(given, Mapping) else getattr(given, "__geo_interface__", None)
    if described is None:
        raise TypeError(f"GeoJSON is a text or a dictionary, not a {type(given).__name__}")
    lists = _lists(described)
    no_nan(lists, "")
    tell_z(lists)
    return Scene._of(NativeScene.text(json.dumps(lists), "geojson", "text"))


def _lists(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _lists(item) for name, item in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_lists(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def from_toml(text: str) -> Scene:
    """A scene from the text of a scene file."""
    return Scene._of(NativeScene.text(text, "toml", "text"))


def from_dict(described: Mapping[str, Any]) -> Scene:
    """A scene from a dictionary with the names of the scene format, as `Scene.to_dict` gives it."""
    return Scene._of(read_dict(plain(described)))
