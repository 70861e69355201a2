"""Arrays of points from whatever holds points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._geometry import flat, interface_of

__all__ = ["Floats", "PointLike", "PointsLike", "point", "points"]

Floats = npt.NDArray[np.float64]
PointsLike = Any
"""Anything of shape (n, 2): arrays of any number type and order, lists of pairs, a shapely MultiPoint or an array of
shapely points, a GeoSeries of points, a DataFrame with columns x and y."""


PointLike = Any
"""One point: a pair of numbers, an array of two, a shapely Point."""


def point(given: PointLike) -> tuple[float, float]:
    """One point as a pair of numbers.

    >>> point([1, 2]), point({"type": "Point", "coordinates": (3, 4)})
    ((1.0, 2.0), (3.0, 4.0))
    """
    if isinstance(given, (int, float, np.number)) or isinstance(given, (str, bytes)):
        raise TypeError(f"a point is a pair (x, y), an array of two numbers or a shapely Point, not {given!r}")
    interface = interface_of(given)
    array = given if isinstance(given, np.ndarray) else np.asarray(given)
    found = _of_geometry(interface) if interface is not None else _converted(array[None])
    if found.shape != (1, 2):
        raise ValueError(f"a point has two numbers, x and y, not {given!r}")
    return float(found[0, 0]), float(found[0, 1])


def points(given: PointsLike) -> Floats:
    """An array of shape (n, 2) of 64-bit numbers in C order. Numbers of other types are converted.

    >>> points([(1, 2), (3, 4)])
    array([[1., 2.],
           [3., 4.]])
    >>> points([1, 2, 3])
    Traceback (most recent call last):
    ...
    ValueError: points have the shape (n, 2), not (3,)
    """
    array = _converted(given)
    if array.size == 0 and array.ndim <= 2:
        return np.empty((0, 2))
    if array.ndim == 1 and array.shape[0] == 2:
        raise ValueError("points have the shape (n, 2), not (2,): for one point write [(x, y)]")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"points have the shape (n, 2), not {array.shape}")
    return np.ascontiguousarray(array)


def _converted(given: Any) -> Floats:
    if hasattr(given, "columns") and hasattr(given, "__getitem__"):
        missing = {"x", "y"} - set(given.columns)
        if missing:
            raise ValueError(f"a frame of points has columns x and y: there is no {' and no '.join(sorted(missing))}")
        return np.column_stack([np.asarray(given["x"], float), np.asarray(given["y"], float)])
    interface = getattr(given, "__geo_interface__", None)
    if interface is not None:
        return _of_geometry(interface)
    if isinstance(given, np.ma.MaskedArray):
        # What is masked is no place: answers are those of a blocked one.
        return np.ma.filled(given.astype(np.float64), np.nan)
    array = np.asarray(given)
    if array.dtype == object and array.size and hasattr(array.flat[0], "__geo_interface__"):
        rows = [_of_geometry(item.__geo_interface__) for item in array.flat]
        return np.vstack(rows)
    if array.dtype.kind not in "fiub":
        try:
            return np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as why:
            raise TypeError(f"points are numbers, not {array.dtype}: {why}") from None
    return np.asarray(array, dtype=np.float64)


def _of_geometry(interface: Mapping[str, Any]) -> Floats:
    kind = interface.get("type")
    if kind == "Point":
        return np.array([flat(interface["coordinates"], "a point")], dtype=np.float64)
    if kind == "MultiPoint":
        return np.array([flat(p, "a point") for p in interface["coordinates"]], dtype=np.float64).reshape(-1, 2)
    if kind == "FeatureCollection":
        parts = [_of_geometry(feature["geometry"]) for feature in interface["features"]]
        return np.vstack(parts) if parts else np.empty((0, 2))
    if kind == "Feature":
        return _of_geometry(interface["geometry"])
    raise ValueError(f"points are a Point or a MultiPoint, not a {kind}")
