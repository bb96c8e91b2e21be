"""What every game and every agent stands on: the two protocols, cards, chance, records, rollouts, checks."""
