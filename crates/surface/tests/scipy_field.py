"""The cotangent field of a mesh by scipy, written down anew: for tests of wayfront-surface.

Standard input: the counts of vertices and triangles, the goal, the obstacle, then coordinates and corners.
Standard output: the potential of each vertex, 0 at the goal and 1 at the obstacle; nan in other parts of the mesh.
"""

import sys

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix, diags
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve


def laplacian(points, faces):
    count = len(points)
    weights = csr_matrix((count, count))
    for k in range(3):
        i, j, apex = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
        u, v = points[i] - points[apex], points[j] - points[apex]
        cotangent = np.einsum("ij,ij->i", u, v) / np.linalg.norm(np.cross(u, v), axis=1)
        half = coo_matrix((cotangent / 2, (i, j)), shape=(count, count))
        weights = weights + half + half.T
    return diags(np.asarray(weights.sum(axis=1)).ravel()) - weights, weights


def main():
    numbers = sys.stdin.read().split()
    vertices, triangles, goal, obstacle = map(int, numbers[:4])
    points = np.array(numbers[4 : 4 + 3 * vertices], dtype=float).reshape(-1, 3)
    faces = np.array(numbers[4 + 3 * vertices :], dtype=int).reshape(triangles, 3)
    matrix, weights = laplacian(points, faces)
    _, part = connected_components(weights != 0)
    free = np.flatnonzero((part == part[goal]) & (np.arange(vertices) != goal) & (np.arange(vertices) != obstacle))
    matrix = matrix.tocsc()
    potential = np.full(vertices, np.nan)
    potential[goal], potential[obstacle] = 0.0, 1.0
    heard = -np.asarray(matrix[free][:, [obstacle]].todense()).ravel()
    potential[free] = spsolve(matrix[free][:, free], heard)
    print("\n".join(repr(float(p)) for p in potential))


main()
