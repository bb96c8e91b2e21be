"""Where and how the numbers are computed, set once, before JAX starts: device, threads, memory, compiled programs.

Everything here only sets environment variables and JAX options; importing this module starts no backend.
"""

from __future__ import annotations

import os
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from mazzo.core.errors import MazzoError

# XLA's CPU compiler drops optimisation barriers before it fuses, and then computes shared values again in each of
# their consumers. Without that pass they stay, and `core.arrays.once` does what it says (1.3 times the plays a second).
# The second pass gives small loops to a code generator that does not know barriers. Both are internals of XLA, so they
# are touched only in the versions for which this was tried; elsewhere the results are the same, only slower.
_KEEP_BARRIERS = "--xla_disable_hlo_passes=cse_barrier_expander,small-while-loop-hoisting"
_TRIED = ("0.10.", "0.11.")
DEVICES = ("auto", "cpu", "gpu")


def cache_folder() -> Path:
    """Where compiled programs are kept: `MAZZO_CACHE`, or the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("MAZZO_CACHE") or f"{home}/mazzo").expanduser()


def configure(device: str | None = None, threads: int | None = None, memory: float | None = None) -> None:
    """Choose the device before the first computation. Unset values come from the environment.

    - `device` (`MAZZO_DEVICE`): `cpu`, `gpu`, or `auto`: a GPU if there is one.
    - `threads` (`MAZZO_THREADS`): CPU threads for one computation.
    - `memory` (`MAZZO_MEMORY`): the part of the GPU's memory that is taken at once, 0 to 1; 0 takes it as needed.
    """
    device = device or os.environ.get("MAZZO_DEVICE") or "auto"
    if device not in DEVICES:
        raise MazzoError(f"unknown device {device!r}; choose one of: {', '.join(DEVICES)}")
    threads = _number("MAZZO_THREADS", threads, int, 1, 4096)
    memory = _number("MAZZO_MEMORY", memory, float, 0.0, 1.0)

    flags = os.environ.get("XLA_FLAGS", "")
    cpu_only = device == "cpu" or (device == "auto" and not _gpu_plugin())  # XLA_FLAGS reach every backend
    if cpu_only and "xla_disable_hlo_passes" not in flags and version("jaxlib").startswith(_TRIED):
        os.environ["XLA_FLAGS"] = f"{flags} {_KEEP_BARRIERS}".strip()
    if threads is not None:
        os.environ["NPROC"] = str(threads)  # read by XLA's CPU thread pool
    if memory is not None:
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "true" if memory else "false"
        if memory:
            os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = str(memory)

    import jax

    if device != "auto":
        jax.config.update("jax_platforms", "cuda,cpu" if device == "gpu" else "cpu")
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # a read-only home: programs are compiled anew each time
    jax.config.update("jax_compilation_cache_dir", str(cache_folder()))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)


def describe() -> dict[str, object]:
    """The device in use, for figures: kind, name, number of cores, versions. Starts the backend."""
    import jax

    device = jax.devices()[0]
    return {
        "device": device.platform,
        "device_name": device.device_kind,
        "cores": os.cpu_count(),
        "jax": jax.__version__,
    }


def _gpu_plugin() -> bool:
    """Is a GPU backend of JAX installed?"""
    return any(find_spec(f"jax_{kind}_plugin") for kind in ("cuda12", "cuda13", "rocm7"))


def _number(variable: str, given: float | None, kind: type, low: float, high: float):  # type: ignore[no-untyped-def]
    text = os.environ.get(variable)
    if given is None and text:
        try:
            given = kind(text)
        except ValueError as error:
            raise MazzoError(f"{variable} is {text!r}; write a number from {low} to {high}") from error
    if given is not None and not low <= given <= high:
        raise MazzoError(f"{variable.lower().removeprefix('mazzo_')} is {given}; choose from {low} to {high}")
    return given
