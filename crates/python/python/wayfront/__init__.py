"""Exact navigation for polygonal worlds: path maps, flows, harmonic fields and crowds, with numpy arrays in and out.

>>> import wayfront as wf
>>> scene = wf.builtin("office")          # or wf.read("plan.wkt"), or wf.Scene(boundary=polygon, ...)
>>> wf.PathMap(scene).cost(3, 2)
13.923493769869722
"""

from __future__ import annotations

import os as _os

from ._display import Animation, Picture
from ._errors import Error, GeometryWarning, InternalError, NoWay, Problem, SceneError
from ._native import __version__, set_threads, thread_count
from .clearance import NarrowPlace, SearchPath, Skeleton, search
from .crowd import Density, Guide, Progress, Result, Simulation, read_trajectories
from .flow import FlowField, FlowMap, Gate, Lane, Lanes, Widening
from .maps import Border, DiscRoute, Isoline, Leg, Narrowest, Pairs, PathMap, Region, Route, Routes, Sample
from .potential import GroupJourney, PotentialMap
from .scene import Repair, Scene, builtin, from_dict, from_geojson, from_toml, from_wkt, read, scenes
from .study import Study
from .surface import Surface, SurfaceField

__all__ = [
    "Animation", "Border", "Density", "DiscRoute", "Error", "FlowField", "FlowMap", "Gate", "GeometryWarning",
    "GroupJourney", "Guide", "InternalError", "Isoline", "Lane", "Lanes", "Leg", "NarrowPlace", "Narrowest", "NoWay",
    "Pairs", "PathMap", "Picture", "PotentialMap", "Problem", "Progress", "Region", "Repair", "Result", "Route", "Routes",
    "Sample", "Scene", "SceneError", "SearchPath", "Simulation", "Skeleton", "Study", "Surface", "SurfaceField",
    "Widening", "__version__", "builtin", "from_dict", "from_geojson", "from_toml", "from_wkt", "read",
    "read_trajectories", "scenes", "search", "set_threads", "thread_count",
]  # fmt: skip

_threads = _os.environ.get("WAYFRONT_THREADS", "")
if _threads:
    try:
        set_threads(int(_threads))
    except ValueError:
        raise ValueError(f"WAYFRONT_THREADS is {_threads!r}: give a number of threads, or 0 for one for each core") from None
