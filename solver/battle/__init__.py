"""Burger Battle: the chance to win now, the turns it takes, whom to hit, and the whole game."""
