import jax
import pytest


@pytest.fixture(params=[pytest.param("plain", marks=pytest.mark.slow), "jit"])
def both(request):
    """`both(function)`: once as it is, once compiled."""
    return jax.jit if request.param == "jit" else lambda function: function
