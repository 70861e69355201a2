"""Where people were: seconds of presence on cells."""

from __future__ import annotations

import numpy as np

from ._points import Floats

__all__ = ["Density"]


class Density:
    """Where people were: ``seconds`` of presence in square cells (rows, columns), the lowest row first."""

    def __init__(self, seconds: Floats, extent: tuple[float, float, float, float], duration: float) -> None:
        self.seconds = seconds
        self.extent = extent
        self.duration = duration

    @property
    def cell(self) -> float:
        """The side of a cell."""
        return float((self.extent[1] - self.extent[0]) / self.seconds.shape[1])

    @property
    def per_area(self) -> Floats:
        """The mean density over the run, in people per unit of area."""
        return self.seconds / (self.cell**2 * max(self.duration, 1e-300))

    def on_cells(self, cell: float) -> Density:
        """The same on other square cells: each of these counts where its middle is."""
        if not cell > 0:
            raise ValueError(f"cell is {cell}: give a length above 0")
        x0, x1, y0, y1 = self.extent
        rows, columns = self.seconds.shape
        middles_x = x0 + (np.arange(columns) + 0.5) * (x1 - x0) / columns
        middles_y = y0 + (np.arange(rows) + 0.5) * (y1 - y0) / rows
        grid = np.stack(np.meshgrid(middles_x, middles_y), axis=-1).reshape(-1, 2)
        return density_of(grid, self.seconds.ravel(), self.extent, cell, self.duration)

    def __repr__(self) -> str:
        rows, columns = self.seconds.shape
        return f"<density on {columns} x {rows} cells of {self.cell:.3g}>"


def density_of(
    xy: Floats, seconds: Floats | float, extent: tuple[float, float, float, float], cell: float, duration: float
) -> Density:
    """Seconds that were spent at points, summed up on square cells over a box."""
    if not cell > 0:
        raise ValueError(f"cell is {cell}: give a length above 0")
    x0, x1, y0, y1 = extent
    width, height = max(1, int(np.ceil((x1 - x0) / cell))), max(1, int(np.ceil((y1 - y0) / cell)))
    column = np.clip(((xy[:, 0] - x0) / cell).astype(int), 0, width - 1)
    row = np.clip(((xy[:, 1] - y0) / cell).astype(int), 0, height - 1)
    weights = np.broadcast_to(np.asarray(seconds, np.float64), len(xy))
    found = np.bincount(row * width + column, weights, minlength=width * height).astype(np.float64)
    return Density(found.reshape(height, width), (x0, x0 + width * cell, y0, y0 + height * cell), duration)
