"""What is said beside the figures of Grooten 2021, and how the thesis is read."""

from __future__ import annotations

from mazzo.papers.tue_plan import COMPARED, OPEN, SIDE

# What the thesis says of its figures.
SAID = {
    "6.1": "The thesis: both alike, 37 a little ahead at the end.",
    "6.2": "The thesis: 136 learns faster at first, then 62 leaves it behind. Their rewards differ too.",
    "6.3": "The thesis: both work, 186 promises more. Its final scores are 17.46 and 18.37.",
    "6.5": "The thesis: with any ε above 0 fireworks hardly grow.",
    "6.6": "The thesis: 0 and 0.01 do best; it goes on with 0.01.",
    "6.10": "The thesis: with shuffled hands nothing is learned, for a reason that it did not find. Here what is seen "
    "is shuffled, and the game is not.",
    "6.11": "The thesis: shaped rewards learn longer and end higher.",
    "6.12": "The thesis: +5 does best, +10 nearly as well.",
    "6.13": "The thesis: +100 ends highest and is unstable; +5 is the lowest.",
    "6.14": "The thesis: +2, +5 and +10 learn fast and stop early.",
    "6.15": "The thesis: the deeper the network, the later it begins to learn.",
    "6.16": "The thesis: fewer layers are better; the step from five to six is the largest.",
    "6.17": "The thesis: all learn fast, four layers do best.",
}
TITLES = {
    "6.1": "vectors 37 and 62",
    "6.2": "vectors 62 and 136",
    "6.3": "vectors 136 and 186",
    "6.5": "chance mixed into the policy",
    "6.6": "a weight of the entropy",
    "6.10": "shuffled hands",
    "6.11": "shaped rewards",
    "6.12": "what a played card earns, SPG",
    "6.13": "what a played card earns, VPG",
    "6.14": "what a played card earns, PPO",
    "6.15": "layers, SPG",
    "6.16": "layers, VPG",
    "6.17": "layers, PPO",
}

READINGS = (
    "Steps. The thesis trains for two million epochs of 1,000 steps, each run for weeks. The comparison of "
    f"section 6.5 has {COMPARED.steps / 1e6:.0f} million steps here, all other experiments "
    f"{SIDE.steps / 1e6:.0f} million, open questions {OPEN.steps / 1e6:.0f} million. ε and lives fall in the same "
    "part of a run.",
    f"Batches. {SIDE.places} games are played side by side; after every {SIDE.horizon} decisions in each the networks "
    "are updated as at the end of an epoch, and the games go on; what comes after the last decision is what the critic "
    f"expects. SPG has no critic and waits for {SIDE.whole_places} games to end; one that has more than 128 turns and "
    "illegal outputs together does not count. As many rounds are played as make the steps above with games of 45 "
    f"turns, so that there are fewer where games are short. The comparison has {COMPARED.places:,} games side by side "
    f"and learns after every {COMPARED.horizon} decisions in each. "
    "`own-batch` has the thesis's own epochs.",
    "The comparison's rates of learning fall from "
    + ", ".join(f"{rate.replace(' ', ' to ')} ({name.upper()})" for name, rate in COMPARED.rates.items())
    + ", and weights of hidden layers begin 2.45 times as large as PyTorch's. What "
    "is paid there, fines too, is divided by what a played card earns: that changes nothing but how large the numbers "
    "are that the critic has to learn.",
    "An illegal output is paid its fine and nothing happens; after 100 of them a game is given up. Agents that are "
    "measured cannot choose illegal outputs.",
    "Scores while training are those of chance moves, as in the thesis's figures; those afterwards are by the "
    "likeliest action, unless it is said otherwise.",
    "Returns are renormalised where the thesis's tables say so; γ^t is left out, as in the thesis.",
    "`no` in the column *adv. type* of appendix A.4 is read as a critic that never learns.",
    "Imitation: many states are learned from at once, by the teacher's games.",
    "At the budget quick all networks have 16 units, and runs that differ in their layers or batches alone "
    "are one run: its curves show that they are drawn.",
)
