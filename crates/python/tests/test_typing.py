"""Types: the stubs are those of the native module, and everything passes mypy's strict mode, the notebooks included."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import wayfront as wf

pytest.importorskip("mypy")

ROOM = pathlib.Path(__file__).resolve().parents[1]
SITE = pathlib.Path(wf.__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOM / "../../docs/notebooks").resolve().glob("*.ipynb"))


def check(*arguments, cwd):
    environment = {**os.environ, "MYPYPATH": str(SITE), "MYPY_CACHE_DIR": str(cwd / "mypy")}
    command = [sys.executable, "-m", *arguments]
    output = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd)
    assert output.returncode == 0, output.stdout + output.stderr


def test_stubs_are_those_of_the_native_module(tmp_path):
    allowed = tmp_path / "allowed"
    # Builds with assertions alone have the first, builds with graphics cards the next two, so the last differs.
    names = ("_panic", "GpuMap", "adapters", "__all__")
    allowed.write_text("".join(f"wayfront._native.{name}\n" for name in names))
    config = ["--mypy-config-file", str(ROOM / "pyproject.toml"), "--allowlist", str(allowed), "--ignore-unused-allowlist"]
    check("mypy.stubtest", "wayfront._native", *config, cwd=tmp_path)


def test_the_package_and_the_notebooks_are_strictly_typed(tmp_path):
    scripts = []
    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text())["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        script = tmp_path / f"{notebook.stem.replace('-', '_')}.py"
        script.write_text("\n".join(code).replace("%matplotlib inline", ""))
        scripts.append(str(script))
    assert len(scripts) == 3
    check("mypy", "--strict", "--config-file", str(ROOM / "pyproject.toml"), str(SITE / "wayfront"), *scripts, cwd=tmp_path)
