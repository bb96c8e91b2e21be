"""What may be written behind `search:`, and what is refused in words."""

import pytest

from mazzo import make
from mazzo.agents import find
from mazzo.agents.naming import split, weighted
from mazzo.core.errors import MazzoError
from mazzo.search.settings import Flat, Tree, names_of_agents, read


def test_settings_are_read():
    assert read("search:flat") == Flat()
    assert read("search:flat,rollout=expert,worlds=32") == Flat(rollout="expert", worlds=32)
    assert read("search:tree, explore=0.25,replies=policy") == Tree(explore=0.25, replies="policy")
    assert names_of_agents(read("search:tree,agent=runs/one,others=rules")) == {"agent": "runs/one", "others": "rules"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("search:deep", "no method of search is called 'deep'; choose one of: flat, lookahead, pimc, tree"),
        ("search:flat,depth=3", "no setting of search:flat is called 'depth'; choose one of: others"),
        ("search:flat,worlds", "worlds of search:flat has no value"),
        ("search:flat,worlds=many", "worlds is 'many'; write a whole number from 1"),
        ("search:flat,worlds=0", "worlds is '0'; write a whole number from 1"),
        ("search:flat,doubt=nan", "doubt is 'nan'; write a number from 0"),
        ("search:flat,doubt=2", "doubt is 2; it is a part, from 0 to 1"),
        ("search:flat,utility=money", "no utility of search:flat is called 'money'"),
        ("search:flat,rollout=search:flat", "a search cannot think with another search"),
        ("search:lookahead", "needs a critic"),
        ("search:pimc,depth=20", "choose 0 to 8"),
        ("search:tree,simulations=100,trees=3", "cannot be shared evenly by 3 trees"),
        ("search:flat,rollout=nobody", "no briscola agent is called 'nobody'"),
        ("search:lookahead,agent=expert", "expert has no critic; name the folder of a network"),
        ("searching", "the folder of a saved agent, a search .search:flat"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(name, message):
    with pytest.raises(MazzoError, match=message):
        find(make("briscola"), name)


def test_the_settings_of_a_search_belong_to_its_name():
    assert split("random,search:flat,worlds=32, rollout=rules,expert") == [
        "random",
        "search:flat,worlds=32,rollout=rules",
        "expert",
    ]
    assert split("runs/lanes/rate=1e-3, random,") == ["runs/lanes/rate=1e-3", "random"]
    assert split("search:flat,runs/lanes/rate=1e-3") == ["search:flat", "runs/lanes/rate=1e-3"]
    assert weighted("search:flat,worlds=8:0.5,rules") == {"search:flat,worlds=8": 0.5, "rules": 1.0}
