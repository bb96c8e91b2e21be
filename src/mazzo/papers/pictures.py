"""Curves and bars of a report, as SVG."""

from __future__ import annotations

import io
from itertools import cycle
from typing import Any

import numpy as np

from mazzo.papers.study import Bars, Curves

# Told apart by people who do not see all colours (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def draw(exhibit: Curves | Bars) -> str:
    """The same bytes for the same numbers."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    with plt.rc_context({"svg.hashsalt": "mazzo", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure, axes = plt.subplots(figsize=(7.2, 3.8), layout="constrained")
        if isinstance(exhibit, Curves):
            _curves(axes, exhibit)
        else:
            _bars(axes, exhibit)
        axes.set_title(exhibit.title, fontsize="medium")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None})
        plt.close(figure)
    return written.getvalue()


def _curves(axes: Any, curves: Curves) -> None:
    for (name, line), colour in zip(curves.lines.items(), cycle(COLOURS), strict=False):
        axes.fill_between(line.x, line.values.min(0), line.values.max(0), color=colour, alpha=0.2, linewidth=0)
        axes.plot(line.x, line.values.mean(0), color=colour, label=name)
    for (name, level), colour in zip(curves.levels.items(), cycle(COLOURS), strict=False):
        axes.axhline(level, color=colour, linestyle=":", linewidth=1)
        axes.annotate(name, (0.0, level), xycoords=("axes fraction", "data"), fontsize="x-small", va="bottom")
    axes.set(xlabel=curves.x, ylabel=curves.y)
    axes.legend(fontsize="small", frameon=False)


def _bars(axes: Any, bars: Bars) -> None:
    width = 0.8 / len(bars.series)
    for i, ((name, estimates), colour) in enumerate(zip(bars.series.items(), cycle(COLOURS), strict=False)):
        place = np.arange(len(bars.groups)) - 0.4 + width * (i + 0.5)
        means = np.array([each.mean for each in estimates])
        reach = np.array([[each.mean - each.low, each.high - each.mean] for each in estimates]).T
        axes.bar(place, means, width, color=colour, label=name, yerr=np.nan_to_num(reach), error_kw={"linewidth": 1})
    axes.set(ylabel=bars.y)
    axes.set_xticks(range(len(bars.groups)), bars.groups)
    if len(bars.series) > 1:
        axes.legend(fontsize="small", frameon=False)
