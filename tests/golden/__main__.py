"""Write the golden games anew."""

from mazzo.core import platform
from tests.golden import golden_file, playthrough
from tests.helpers import EVERY_VARIANT

platform.configure(device="cpu")
for game, variant in EVERY_VARIANT:
    golden_file(game, variant).write_text(playthrough(game, variant), encoding="utf-8")
    print(golden_file(game, variant).name)
