"""All tests compute on the CPU and share one cache of compiled programs."""

from mazzo.core import platform

platform.configure(device="cpu")
