"""Searched paths: over cells, a quadtree or triangles, by a deadline and with a proved bound, heeding constraints."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

import numpy as np

from . import _native
from ._display import Picture, Shown, picture_options
from ._points import Floats, PointLike
from .scene import Scene, native_of

__all__ = ["ConstraintShare", "Round", "Scenarios", "SearchPath", "run_scenarios", "search"]


@dataclass(frozen=True)
class Round:
    """A round of a search: how many times the straight distance counted, states expanded so far, cost and bound."""

    inflation: float
    expanded: int
    cost: float
    bound: float


@dataclass(frozen=True)
class ConstraintShare:
    """How much of a path a constraint applies to, and what is paid there."""

    constraint: int
    length: float
    cost: float


class SearchPath(Shown):
    """A path that was found: its ``line``, its ``cost``, and how many times the cheapest it costs at most, proved."""

    def __init__(self, native: _native.Search) -> None:
        self._native = native
        self.line: Floats = native.line()
        """Its points; empty without a path."""
        self.status, self.cost, self.bound, self.length, self.expanded, self.states, self.seconds = native.figures

    @property
    def rounds(self) -> list[Round]:
        """The rounds in which it became better."""
        return [Round(*row) for row in self._native.rounds()]

    @property
    def constraints(self) -> list[ConstraintShare]:
        """What each constraint of the scene has to do with it."""
        return [ConstraintShare(*row) for row in self._native.constraints()]

    def picture(self, **options: Any) -> Picture:
        """Expanded states by round, constraints and the path."""
        return Picture(self._native.picture(picture_options("picture", options)))

    def __repr__(self) -> str:
        return f"<SearchPath, {self.status}: cost {self.cost:.6g}, at most {self.bound:.4g} times the cheapest>"


def search(
    scene: Scene,
    start: PointLike | None = None,
    goal: PointLike | None = None,
    *,
    space: str = "cells",
    cell: float | None = None,
    radius: float = 0.0,
    bound: float = 3.0,
    within: float | None = None,
    expansions: int | None = None,
) -> SearchPath:
    """A path that heeds the scene's constraints, over ``cells``, a ``quadtree``, ``triangles`` or ``hybrid`` (cells with
    highways). Without a goal it leads to the first source, without a start it begins as far from there as one can be.

    The first path costs at most ``bound`` times the cheapest; then it becomes better, until it is the cheapest, ``within``
    so many seconds are over, or so many ``expansions`` are done. ``status`` says which.

    >>> import wayfront as wf
    >>> path = wf.search(wf.builtin("guard"), (2, 20), (30, 4), cell=0.25)
    >>> path.status, path.bound
    ('optimal', 1.0)
    >>> wf.search(wf.builtin("guard"), space="quadtree").states < path.states
    True
    """
    if not bound >= 1:
        raise ValueError(f"bound is {bound}: give 1 or more")
    if expansions is not None and expansions < 1:
        raise ValueError(f"expansions is {expansions}: give 1 or more")
    found = _native.Search(native_of(scene), start, goal, space, cell, radius, float(bound), within, expansions)
    return SearchPath(found)


@dataclass(frozen=True)
class Scenarios:
    """The questions of a scenario file: ``starts`` and ``goals`` as columns and rows (n, 2), the lengths that the file gives
    and those that were found, infinite without a path; how many ``agree``."""

    starts: Floats
    goals: Floats
    given: Floats
    found: Floats
    agree: int

    def __len__(self) -> int:
        return len(self.given)


def run_scenarios(map: str | PathLike[str], scenarios: str | PathLike[str]) -> Scenarios:
    """Answers all questions of a MovingAI scenario file on its grid map."""
    rows, agree = _native.scenario_lengths(fspath(map), fspath(scenarios))
    columns = np.ascontiguousarray(rows.T)
    return Scenarios(rows[:, :2], rows[:, 2:4], columns[4], columns[5], agree)
