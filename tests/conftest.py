"""All tests compute on the CPU and share one cache of compiled programs."""

import os

from mazzo.core import platform

# Compiling is most of what the tests do; what they compile need not be fast.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=1")
platform.configure(device="cpu")
