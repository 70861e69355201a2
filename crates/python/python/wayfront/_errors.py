"""What can go wrong, and what is wrong with a scene."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .scene import Scene

__all__ = [
    "Error", "GeometryWarning", "InternalError", "MissingFileError", "MissingSceneError", "NoPath", "Problem",
    "SceneError",
]  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a scene: where, what, and what to do about it."""

    file: str | None
    """The file it stands in; the name of the text for scenes made in code."""
    line: int | None
    """The line of that file, from 1."""
    field: str
    """The list it stands in, such as ``sources``."""
    index: int | None
    """Its number in that list, from 0."""
    ring: int
    """Of a polygon: 0 is the outline, 1 the first hole."""
    vertex: int | None
    """The point of the ring or line, from 0."""
    at: tuple[float, float] | None
    """Where in the plan."""
    text: str
    """What is wrong."""
    advice: str
    """What to do."""
    place: str
    """The place in words, with what is wrong."""

    def __str__(self) -> str:
        where = "" if self.file is None else self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where + ': ' if where else ''}{self.place}\n    {self.advice}"


class Error(ValueError):
    """Something that is not possible. ``advice`` says what to do."""

    advice: str

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(f"{text}\n    {advice}" if advice else text)
        self.text = text
        self.advice = advice

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text, self.advice))


class SceneError(Error):
    """A scene was refused. ``problems`` has everything that is wrong with it, not only the first thing."""

    problems: list[Problem]
    scene: Scene | None
    """The scene, where there is one to draw."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        super().__init__(text)
        self.problems = problems
        self.advice = problems[0].advice if problems else ""
        self.scene = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text, self.problems))

    def _repr_html_(self) -> str:
        return problems_html(self.problems, self.scene)


class MissingFileError(Error, FileNotFoundError):
    """There is no such file: a `FileNotFoundError` as well."""

    def __str__(self) -> str:
        return f"{self.text}\n    {self.advice}"


class MissingSceneError(SceneError, MissingFileError):
    """There is no such scene file: a `SceneError` and a `FileNotFoundError`."""

    def __str__(self) -> str:
        return self.text


class NoPath(Error):
    """No path leads from a point: it is not free, or nothing can be reached from it."""


class InternalError(RuntimeError):
    """wayfront did something that it should not. Please report it, with the scene."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}\n    this is a fault of wayfront: please report it, with the scene")
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text,))


class GeometryWarning(UserWarning):
    """A geometry has something that a plan has not, such as z coordinates, and it was left out."""


def problems_html(problems: list[Problem], scene: Scene | None) -> str:
    """Problems as a list, below the plan with their places marked."""
    rows = "".join(f"<li><pre style='margin:0'>{escape(str(problem))}</pre></li>" for problem in problems)
    picture = ""
    if scene is not None:
        marks = [(*p.at, str(k + 1)) for k, p in enumerate(problems) if p.at is not None]
        try:
            picture = scene._picture({}, marks).svg
        except Error:
            pass  # a plan that is too broken to be drawn is still described in words
    return f"{picture}<ol>{rows}</ol>" if problems else "<p>nothing is wrong</p>"
