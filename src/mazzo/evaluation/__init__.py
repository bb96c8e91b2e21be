"""How well agents play: matches on duplicate deals, intervals, cross tables, ratings."""
