"""Scenes: plans with what stands in the way, where paths lead, and what happens there."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._native import Scene as NativeScene
from ._native import film_map
from ._display import Animation, Picture, Shown, picture_options
from ._errors import Error, Problem, SceneError, problems_html
from ._geometry import areas, lines as lines_of, no_nan, plain, source, things, unknown_keyword
from ._points import Floats, PointLike, PointsLike

if TYPE_CHECKING:
    from .crowd import Simulation
    from .flow import FlowMap
    from .maps import PathMap
    from .potential import PotentialMap

__all__ = ["Repair", "Scene"]

FIELDS = (
    "name", "world", "sources", "exits", "weights", "barriers", "doors", "motions", "constraints", "flow", "crowd",
)  # fmt: skip
WORLD = ("boundary", "areas", "obstacles", "solids", "walls", "y_axis")


class Repair:
    """Something that was mended in a scene."""

    def __init__(self, place: str, at: tuple[float, float] | None, text: str, moved: float) -> None:
        self.place = place
        self.at = at
        self.text = text
        self.moved = moved

    def __repr__(self) -> str:
        return f"{self.place + ': ' if self.place else ''}{self.text}"


class Scene(Shown):
    """A plan, described by shapely geometries, lists of points, or dictionaries with the names of the scene format.

    Polygons may overlap, cross, nest and touch: what has to be resolved is resolved, and `repaired` tells it. What is
    wrong is in `problems`, and raised as `SceneError` when something is computed.

    - ``boundary``: where one may walk: a ring, a polygon (its holes are obstacles), or several. Without one: the box
      around everything.
    - ``obstacles``: polygons or rings; ``walls``: lines without thickness.
    - ``sources``, ``exits``: where paths lead: points, lines, or dictionaries such as
      ``{"name": "door", "segment": [(20, 4), (20, 6)], "offset": 3}``.
    - ``weights``, ``barriers``, ``doors``, ``motions``, ``constraints``: lists of dictionaries; ``flow``, ``crowd``:
      dictionaries. Their names are those of scene files (docs/scene-format.md).

    >>> import wayfront as wf
    >>> scene = wf.Scene([(0, 0), (4, 0), (4, 3), (0, 3)], obstacles=[[(1, 1), (1, 2), (2, 2), (2, 1)]], sources=[(4, 1.5)])
    >>> scene.area
    11.0
    >>> scene.path_map().route(0, 1.5).line.tolist()
    [[0.0, 1.5], [1.0, 2.0], [2.0, 2.0], [4.0, 1.5]]
    """

    _native: NativeScene

    def __init__(
        self,
        boundary: Any = None,
        *,
        obstacles: Any = None,
        walls: Any = None,
        sources: Any = None,
        exits: Any = None,
        name: str | None = None,
        y_axis: str | None = None,
        weights: Iterable[Mapping[str, Any]] | None = None,
        barriers: Iterable[Mapping[str, Any]] | None = None,
        doors: Iterable[Mapping[str, Any]] | None = None,
        motions: Iterable[Mapping[str, Any]] | None = None,
        constraints: Iterable[Mapping[str, Any]] | None = None,
        flow: Mapping[str, Any] | None = None,
        crowd: Mapping[str, Any] | None = None,
        **unknown: Any,
    ) -> None:
        for word in unknown:
            raise unknown_keyword("Scene", word, (*FIELDS, "boundary", "obstacles", "walls", "y_axis"))
        world: dict[str, Any] = {"y_axis": y_axis} if y_axis is not None else {}
        if boundary is not None:
            world["areas"] = areas(boundary, "boundary")
        if obstacles is not None:
            world["solids"] = areas(obstacles, "obstacles")
        if walls is not None:
            world["walls"] = lines_of(walls, "walls")
        described: dict[str, Any] = {"world": world}
        given = {
            "name": name,
            "sources": things(sources, "sources", source) if sources is not None else None,
            "exits": things(exits, "exits", source) if exits is not None else None,
            "weights": weights,
            "barriers": barriers,
            "doors": doors,
            "motions": motions,
            "constraints": constraints,
            "flow": flow,
            "crowd": crowd,
        }
        described.update({key: plain(value, key) for key, value in given.items() if value is not None})
        self._native = read_dict(described)

    @classmethod
    def _of(cls, native: NativeScene) -> Scene:
        scene = cls.__new__(cls)
        scene._native = native
        return scene

    # What it is

    @property
    def name(self) -> str | None:
        """Its name for people."""
        return self._native.name

    @property
    def duration(self) -> float:
        """The seconds that its motions last."""
        return self._native.duration

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with it, its crowd included; empty if it is in order."""
        return self._native.problems()

    def check(self) -> None:
        """Raises `SceneError` with everything that is wrong."""
        try:
            self._native.check()
        except SceneError as error:
            error.scene = self
            raise

    @property
    def repaired(self) -> list[Repair]:
        """What was mended."""
        return [Repair(*row) for row in self._native.repaired()]

    @property
    def notes(self) -> list[str]:
        """What the reader of its file had to decide."""
        return self._native.notes()

    @property
    def area(self) -> float:
        """The area of the free space."""
        return self._native.area

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the free space."""
        return self._native.bounds

    @property
    def pieces(self) -> int:
        """How many pieces the free space has that are not connected, doors open."""
        return self._native.counts[2]

    @property
    def vertices(self) -> int:
        """How many vertices the free space has."""
        return self._native.counts[0]

    @property
    def rings(self) -> list[list[Floats]]:
        """The free space as polygons, closed doors as walls: the rings of each, the outer one first."""
        return self._native.walkable()

    @property
    def walkable(self) -> Any:
        """The free space as a shapely Polygon or MultiPolygon, closed doors as walls.

        It goes into ``pedpy.WalkableArea`` and ``jupedsim.Simulation(geometry=...)``.
        """
        import shapely

        polygons = [shapely.Polygon(rings[0], rings[1:]) for rings in self.rings]
        return polygons[0] if len(polygons) == 1 else shapely.MultiPolygon(polygons)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The free space as a Polygon or MultiPolygon: what shapely and geopandas take."""
        polygons = [[[*ring.tolist(), ring[0].tolist()] for ring in rings] for rings in self.rings]
        if len(polygons) == 1:
            return {"type": "Polygon", "coordinates": polygons[0]}
        return {"type": "MultiPolygon", "coordinates": polygons}

    # Its parts, as plain data

    def to_dict(self) -> dict[str, Any]:
        """Everything, with the names of the scene format."""
        found: dict[str, Any] = json.loads(self._native.to_text("json"))
        return found

    def _part(self, name: str) -> Any:
        return self.to_dict().get(name, [])

    @property
    def sources(self) -> list[dict[str, Any]]:
        """Sources that are no exits."""
        return list(self._part("sources"))

    @property
    def exits(self) -> list[dict[str, Any]]:
        """Sources that people leave by."""
        return list(self._part("exits"))

    @property
    def doors(self) -> list[dict[str, Any]]:
        """Doors: name, segment, open."""
        return list(self._part("doors"))

    @property
    def barriers(self) -> list[dict[str, Any]]:
        """Barriers: segment, delay or factor."""
        return list(self._part("barriers"))

    @property
    def weights(self) -> list[dict[str, Any]]:
        """Speed changes: corner, speed."""
        return list(self._part("weights"))

    @property
    def motions(self) -> list[dict[str, Any]]:
        """What changes with time."""
        return list(self._part("motions"))

    @property
    def constraints(self) -> list[dict[str, Any]]:
        """Where searched paths should rather lead, or not at all."""
        return list(self._part("constraints"))

    @property
    def flow(self) -> dict[str, Any] | None:
        """Entrances and exits of the flow."""
        return self._part("flow") or None

    @property
    def crowd(self) -> dict[str, Any] | None:
        """The settings of the crowd: seconds, step, seed, groups, stops, measures and so on."""
        return self._part("crowd") or None

    def replace(self, **parts: Any) -> Scene:
        """The same scene with other parts: those of the constructor.

        >>> import wayfront as wf
        >>> office = wf.builtin("office").replace(exits=[(3, 2)], sources=[])
        >>> office.path_map().cost(3, 2)
        0.0
        """
        described = self.to_dict()
        world = dict(described.get("world", {}))
        for name, value in parts.items():
            if name == "boundary":
                world.pop("boundary", None)
                world["areas"] = areas(value, name)
            elif name == "obstacles":
                world.pop("obstacles", None)
                world["solids"] = areas(value, name)
            elif name == "walls":
                world["walls"] = lines_of(value, name)
            elif name == "y_axis":
                world["y_axis"] = value
            elif name in ("sources", "exits"):
                described[name] = things(value, name, source)
            elif name in FIELDS:
                described[name] = plain(value, name)
            else:
                raise unknown_keyword("replace", name, (*FIELDS, *WORLD))
        described["world"] = world
        kept = {name: value for name, value in described.items() if value is not None}
        return Scene._of(read_dict(kept))

    def with_crowd(self, **settings: Any) -> Scene:
        """The same scene with some settings of its crowd changed: ``scene.with_crowd(seed=3, rerouting="delay")``.

        ``people=200`` places so many anywhere; ``speed``, ``radius``, ``premovement`` and ``guide`` are set for all groups.
        """
        crowd = dict(self.crowd or {})
        groups = [dict(group) for group in crowd.get("groups", [])]
        people = settings.pop("people", None)
        if people is not None and int(people) < 0:
            raise Error(f"people is {people}", "give 0 or more")
        if people is not None:
            groups = _spread_out(self, int(people))
        for name in ("speed", "radius", "premovement", "guide", "goal"):
            if name in settings:
                value = plain(settings.pop(name), name)
                groups = [{**group, name: value} for group in groups]
        crowd.update({name: plain(value, name) for name, value in settings.items()})
        if groups and "groups" not in settings:
            crowd["groups"] = groups
        return self.replace(crowd=crowd)

    def at(self, time: float) -> Scene:
        """The scene at a moment of its motions, in seconds."""
        return Scene._of(self._native.at(time))

    # Questions

    def contains(self, xy: PointsLike) -> npt.NDArray[np.bool_]:
        """Whether points are free."""
        return self._native.contains(xy)

    def sees(self, a: PointsLike, b: PointsLike) -> npt.NDArray[np.bool_]:
        """Whether each point of ``a`` sees the one of ``b``."""
        return self._native.sees(a, b)

    def nearest_free(self, xy: PointsLike) -> Floats:
        """The nearest free points."""
        return self._native.nearest_free(xy)

    def clearance(self, xy: PointsLike) -> Floats:
        """How far the nearest wall is; NaN where it is blocked."""
        return self._native.clearance(xy)

    # What is made of it

    def path_map(self, **options: Any) -> PathMap:
        """Its path map: see `PathMap`."""
        from .maps import PathMap

        return PathMap(self, **options)

    def flow_map(self) -> FlowMap:
        """Its flow map: see `FlowMap`."""
        from .flow import FlowMap

        return FlowMap(self)

    def potential_map(self, **options: Any) -> PotentialMap:
        """Its harmonic field: see `PotentialMap`."""
        from .potential import PotentialMap

        return PotentialMap(self, **options)

    def simulate(self, **options: Any) -> Simulation:
        """A run of its crowd: see `Simulation`."""
        from .crowd import Simulation

        return Simulation(self, **options)

    # Files and pictures

    def to_text(self, format: str = "toml") -> str:
        """Its text as ``toml``, ``json``, ``geojson``, ``wkt`` or ``map``."""
        return self._native.to_text(format)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file; the ending says how."""
        self._native.save(path)

    def picture(self, *, lines: Any = (), points: PointsLike | None = None, **options: Any) -> Picture:
        """A picture of the plan, with ``lines`` over it (routes, arrays, shapely) and ``points``. Options of all pictures:
        ``size`` of the longer side in pixels, ``title``, ``labels``, ``scale_bar``, ``key``, ``axes``, ``length_unit``,
        ``view=(x0, y0, x1, y1)``."""
        drawn = [np.asarray(line, float) for line in lines_of(lines, "lines")]
        return Picture(self._native.picture(picture_options("picture", options), [], drawn, points))

    def _picture(self, options: dict[str, Any], marks: list[tuple[float, float, str]]) -> Picture:
        return Picture(self._native.picture(options, marks, [], None))

    def animation(
        self,
        *,
        seconds: float | None = None,
        fps: float = 10.0,
        colour: str = "regions",
        plain: bool = False,
        to: PointLike | None = None,
        size: int = 500,
        **options: Any,
    ) -> Animation:
        """The path map while the scene moves, as an animated PNG: until its motions end, or for so many ``seconds``."""
        given = picture_options("animation", {**options, "size": size})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "map.png"
            film_map(self._native, str(file), given, colour, seconds, fps, plain, to)
            return Animation(file.read_bytes())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        problems = self.problems
        if problems:
            return {"text/html": problems_html(problems, self)}
        return super()._repr_mimebundle_(include, exclude)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self._native.to_text("toml"),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._native.to_text("toml") == other._native.to_text("toml")

    def __hash__(self) -> int:
        return hash(self._native.to_text("toml"))

    def __repr__(self) -> str:
        parts = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in self._native.parts() if n)
        name = f" {self.name!r}" if self.name else ""
        return f"<Scene{name}: {parts}>"


def native_of(scene: Scene) -> NativeScene:
    """What the native module knows of a scene; anything else is refused."""
    if not isinstance(scene, Scene):
        kind = type(scene).__name__
        raise TypeError(f"the scene is a {kind}, not a wayfront.Scene: wayfront.read and builtin make one")
    return scene._native


def _unpickled(text: str) -> Scene:
    return Scene._of(NativeScene.text(text, "toml", "text"))


def _spread_out(scene: Scene, people: int) -> list[dict[str, Any]]:
    x0, y0, x1, y1 = scene.bounds
    return [{"name": "people", "area": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "count": people}]


def read_dict(described: Mapping[str, Any]) -> NativeScene:
    """Reads a description with the names of the scene format."""
    no_nan(described, "")
    return NativeScene.text(json.dumps(described), "json", "")
