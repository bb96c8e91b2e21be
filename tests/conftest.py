"""All tests compute on the CPU and share one cache of compiled programs."""

import jax
import pytest

from mazzo.core import platform

platform.configure(device="cpu")

# Compiling is most of what the tests do, and every variant compiles anew: `make test` takes the games in these, and in
# all of them only what is marked `every_variant`; `make test-all` takes all in all.
MAIN_VARIANTS = {"2p", "official", "standard", "full-2p", "simplified-2p"}


OTHER_VARIANTS = ("3p", "4p", "5p", "ragazzini")

# Their contracts take half a minute of compiling each; their oracles are in `make test`.
LONG_CONTRACTS = {
    "maraffone-official",
    "hanabi-full-2p",
    "hanabi-simplified-2p",
    "russian-standard",
    "tripeaks-standard",
}


@pytest.fixture(autouse=True, scope="module")
def forget():
    """Compiled programs are dropped after each module; a test process would grow by gigabytes."""
    yield
    jax.clear_caches()


def pytest_collection_modifyitems(items):
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        variant = str(params.get("variant", "2p")).split(",")[0]
        if "key" in params:  # of a preset, whose name may end with a variant
            variant = next((known for known in OTHER_VARIANTS if str(params["key"][-1]).endswith(f"-{known}")), variant)
        contract = item.name.removeprefix("test_keeps_the_contract").removeprefix("test_gymnasium_accepts_it")
        if contract in {f"[{which}]" for which in LONG_CONTRACTS}:
            item.add_marker(pytest.mark.slow)
        if variant not in MAIN_VARIANTS and item.get_closest_marker("every_variant") is None:
            item.add_marker(pytest.mark.slow)
