"""Who may import whom: docs/architecture.md, checked."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "mazzo"
# Each layer may import itself and the layers named here.
MAY_IMPORT = {
    "core": set(),
    "games": {"core"},
    "ops": {"core"},
    "nets": {"core"},
    "search": {"core", "ops", "nets"},
    "agents": {"core", "ops", "nets", "search"},
    "learners": {"core", "ops", "nets", "search", "agents"},
    "evaluation": {"core", "ops", "nets", "search", "agents"},
    "papers": {"core", "games", "ops", "nets", "search", "agents", "learners", "evaluation"},
    "interop": {"core", "ops", "nets", "search", "agents", "evaluation"},
    "cluster": {"core", "ops", "nets", "search", "agents", "learners", "evaluation"},
    "web": {"core", "ops", "nets", "search", "agents", "evaluation"},
    "cli": {"core", "ops", "nets", "search", "agents", "learners", "evaluation", "papers", "interop", "cluster", "web"},
}
ONLY_IN = {
    "ray": "cluster",
    "fastapi": "web",
    "starlette": "web",
    "sqlalchemy": "web",
    "alembic": "web",
    "gymnasium": "interop",
    "pettingzoo": "interop",
    "typer": "cli",
    "openskill": "evaluation",
    "numba": "core",  # in core.native
    "optax": "learners",  # serving imports no optimiser
}
FILES = sorted(SOURCE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """All modules that a file imports, anywhere in it, outside `if TYPE_CHECKING`."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_downward(path):
    parts = path.relative_to(SOURCE).parts
    layer = parts[0] if len(parts) > 1 else None
    for module in imported(path):
        first, *rest = module.split(".")
        if first in ONLY_IN:
            assert layer == ONLY_IN[first], f"{first} belongs in {ONLY_IN[first]}"
        if first != "mazzo" or layer is None:
            continue
        target = rest[0] if rest else ""
        if target in MAY_IMPORT and target != layer:
            allowed = target in MAY_IMPORT[layer] or (layer, module) == ("core", "mazzo.games")  # the registry's path
            assert allowed, f"{layer} may not import {module}"
        if layer == "games" and target == "games":
            assert rest[1] == parts[1], f"games do not know each other: {module}"


def test_the_rules_above_are_not_empty():
    assert any("mazzo.core.game.Deal" in imported(path) for path in FILES)


def test_listing_games_and_help_do_not_import_jax():
    for arguments in ("'games'", "'--help'"):
        code = f"import sys; sys.argv = ['mazzo', {arguments}]\nfrom mazzo.cli import main\n"
        code += "try: main()\nexcept SystemExit: pass\n"
        code += "assert 'jax' not in sys.modules and 'numpy' not in sys.modules, 'slow start'"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr


def test_importing_games_starts_no_backend_and_loads_no_solver():
    code = "import sys, mazzo\nfor name in mazzo.names(): mazzo.make(name)\n"
    code += "from jax._src import xla_bridge\nassert not xla_bridge._backends, 'a module computes when imported'\n"
    code += "assert 'numba' not in sys.modules, 'a solver is imported before it is asked for'"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
