"""Descriptions of geometry, in the words of scenes: rings, lines, points, from shapely and its kin or plain lists."""

from __future__ import annotations

import difflib
import math
import re
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._errors import Error, GeometryWarning

__all__ = ["areas", "flat", "plain", "source", "things", "unknown_keyword"]

PARTS = frozenset(("coordinates", "geometries", "geometry", "features"))
"""What GeoJSON objects hold."""

Point = list[float]
Ring = list[Point]


def flat(coordinates: Any, what: str) -> Point:
    """A point of a plan: z is left out, with a warning."""
    try:
        values = [float(value) for value in coordinates]
    except (TypeError, ValueError):
        raise Error(f"{what}: {coordinates!r} is no point", "give x and y as numbers") from None
    if len(values) > 2:
        warnings.warn(f"{what} has {len(values)} coordinates: only x and y count", GeometryWarning, stacklevel=4)
    if len(values) < 2:
        raise Error(f"{what} has {len(values)} coordinates", "give x and y")
    return values[:2]


def _line(coordinates: Any, what: str) -> Ring:
    return [flat(point, what) for point in _items(coordinates, what)]


def _items(given: Any, what: str) -> list[Any]:
    """The things of a list."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise Error(f"{what}: {given!r} is no list of points", "give a ring, a line, or a geometry")
    return list(given)


def interface_of(given: Any) -> Mapping[str, Any] | None:
    """The geometry of anything that has one: ``__geo_interface__``, or a dictionary of GeoJSON."""
    if isinstance(given, Mapping):
        is_geometry = isinstance(given.get("type"), str) and not PARTS.isdisjoint(given)
        return given if is_geometry else None
    interface = getattr(given, "__geo_interface__", None)
    return interface if isinstance(interface, Mapping) else None


def _parts(interface: Mapping[str, Any], what: str) -> Iterable[tuple[str, Any]]:
    """Simple geometries of a geometry: polygons, lines and points."""
    kind = interface["type"]
    if kind == "Feature":
        yield from _parts(interface["geometry"], what)
    elif kind == "FeatureCollection":
        for feature in interface["features"]:
            yield from _parts(feature["geometry"], what)
    elif kind == "GeometryCollection":
        for part in interface["geometries"]:
            yield from _parts(part, what)
    elif kind.startswith("Multi"):
        for coordinates in interface["coordinates"]:
            yield kind[5:], coordinates
    elif kind == "LinearRing":
        yield "LineString", interface["coordinates"]
    else:
        yield kind, interface["coordinates"]


def areas(given: Any, what: str) -> list[dict[str, Any]]:
    """Polygons as ``{outline, holes}``, from a polygon, several, a ring, or rings."""
    interface = interface_of(given)
    if interface is None and isinstance(given, Mapping):
        return [plain(given)]
    if interface is None and _is_ring(given):
        return [{"outline": plain(given)}]
    if interface is None:
        return [area for k, item in enumerate(_items(given, what)) for area in areas(item, f"{what}[{k}]")]
    found: list[dict[str, Any]] = []
    for kind, coordinates in _parts(interface, what):
        if kind != "Polygon":
            raise Error(f"{what}: a {kind} is no area", "give polygons or rings here; lines are walls, points are sources")
        rings = [_open(_line(ring, what)) for ring in _items(coordinates, what) if len(_items(ring, what))]
        if not rings:
            raise Error(f"{what}: the polygon is empty", "leave it out")
        found.append({"outline": rings[0], **({"holes": rings[1:]} if rings[1:] else {})})
    if not found:
        raise Error(f"{what}: the geometry is empty", "leave it out")
    return found


def lines(given: Any, what: str) -> list[Ring]:
    """Lines, from a line or several."""
    interface = interface_of(given)
    if interface is None and _is_ring(given):
        return [plain(given)]
    if interface is None:
        return [line for k, item in enumerate(_items(given, what)) for line in lines(item, f"{what}[{k}]")]
    found: list[Ring] = []
    for kind, coordinates in _parts(interface, what):
        if kind == "Polygon":
            found.extend(_line(ring, what) for ring in coordinates)
        elif kind == "LineString":
            found.append(_line(coordinates, what))
        else:
            raise Error(f"{what}: a {kind} is no line", "give lines of at least two points")
    return found


def source(given: Any, what: str) -> list[dict[str, Any]]:
    """Sources, from a point, a line, several, or a dictionary with the names of the scene format."""
    if isinstance(given, Mapping) and interface_of(given) is None:
        return [plain(given)]
    interface = interface_of(given)
    if interface is not None:
        return [_source_of(kind, coordinates, what) for kind, coordinates in _parts(interface, what)]
    values = plain(given)
    if not isinstance(values, list) or not values:
        raise Error(f"{what}: {given!r} is no source", "give a point, a line, or a dictionary")
    if all(isinstance(value, (int, float)) for value in values):
        return [{"point": values}]
    return [_line_source(values)]


def _source_of(kind: str, coordinates: Any, what: str) -> dict[str, Any]:
    if kind == "Point":
        return {"point": flat(coordinates, what)}
    if kind == "LineString":
        return _line_source(_line(coordinates, what))
    raise Error(f"{what}: a {kind} is no source", "give a point or a line")


def _line_source(line: list[Any]) -> dict[str, Any]:
    return {"segment" if len(line) == 2 else "polyline": line}


def things(given: Any, what: str, of: Any) -> list[Any]:
    """A list of things from a list or from one of them."""
    if given is None:
        return []
    if isinstance(given, Mapping) or interface_of(given) is not None or not isinstance(given, Iterable):
        found: list[Any] = of(given, what)
        return found
    items = list(given)
    if items and all(isinstance(value, (int, float, np.number)) for value in items):
        alone: list[Any] = of(given, what)
        return alone
    return [thing for k, item in enumerate(items) for thing in of(item, f"{what}[{k}]")]


def plain(given: Any, what: str = "value") -> Any:
    """Numbers, texts, lists and dictionaries alone, as the scene format has them; geometries become their points."""
    if given is None or isinstance(given, (str, bool)):
        return given
    if isinstance(given, (int, float)):
        return given
    if isinstance(given, np.generic):
        return given.item()
    interface = interface_of(given)
    if interface is not None:
        return _points_of(interface, what)
    if isinstance(given, Mapping):
        return {str(name): plain(value, f"{what}.{name}") for name, value in given.items()}
    if isinstance(given, np.ndarray):
        return given.tolist()
    if isinstance(given, Iterable):
        return [plain(item, what) for item in given]
    raise Error(f"{what}: {given!r} cannot be part of a scene", "give numbers, texts, lists, dictionaries or geometries")


def _points_of(interface: Mapping[str, Any], what: str) -> Any:
    parts = list(_parts(interface, what))
    if len(parts) != 1:
        raise Error(f"{what}: {len(parts)} geometries where one is expected", "give them one by one")
    kind, coordinates = parts[0]
    if kind == "Point":
        return flat(coordinates, what)
    if kind == "LineString":
        return _line(coordinates, what)
    if len(coordinates) > 1:
        raise Error(f"{what}: the polygon has holes", "give one without")
    if not len(coordinates):
        raise Error(f"{what}: the polygon is empty", "leave it out")
    return _open(_line(coordinates[0], what))


def _open(ring: Ring) -> Ring:
    """A ring whose first point is not repeated."""
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _is_ring(given: Any) -> bool:
    """A list of points, not of rings."""
    if isinstance(given, (str, bytes)):
        raise Error(f"{given[:40]!r} is a text, not a geometry", "wayfront.from_wkt and from_geojson read texts")
    if isinstance(given, np.ndarray):
        return given.ndim == 2
    items = list(given) if isinstance(given, Iterable) else []
    if not items or interface_of(items[0]) is not None or isinstance(items[0], Mapping):
        return False
    first = list(items[0]) if isinstance(items[0], Iterable) else []
    return bool(first) and all(isinstance(value, (int, float, np.number)) for value in first)


def unknown_keyword(call: str, name: str, known: Iterable[str]) -> TypeError:
    """An exception for a keyword that is not known, with the one that was probably meant."""
    near = difflib.get_close_matches(name, list(known), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(known))}"
    return TypeError(f"{call} has no keyword {name!r}: {hint}")


def no_nan(value: Any, what: str) -> None:
    """Raises if a number of a description is none: JSON has no word for them."""
    if isinstance(value, float) and not math.isfinite(value):
        raise Error(f"{what} is {value}", "give ordinary numbers")
    if isinstance(value, dict):
        for name, item in value.items():
            no_nan(item, f"{what}.{name}" if what else name)
    elif isinstance(value, list):
        for k, item in enumerate(value):
            no_nan(item, f"{what}[{k}]")


Z = re.compile(r"\bZM?\s*\(|\(\s*[-+.\deE]+\s+[-+.\deE]+\s+[-+.\deE]+", re.IGNORECASE)
"""Well-known text with more than two coordinates."""


def tell_z(given: Any) -> None:
    """Warns where a text or GeoJSON has more than two coordinates: only x and y count."""
    if Z.search(given) if isinstance(given, str) else _has_z(given):
        warnings.warn("points have more than two coordinates: only x and y count", GeometryWarning, stacklevel=3)


def _has_z(given: Any) -> bool:
    if isinstance(given, Mapping):
        return any(_has_z(value) for name, value in given.items() if name in PARTS)
    if isinstance(given, (list, tuple)):
        if len(given) > 2 and all(isinstance(value, (int, float)) for value in given):
            return True
        return any(_has_z(item) for item in given)
    return False
