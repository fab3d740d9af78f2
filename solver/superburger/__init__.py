"""Super Burger: the biggest burger, the flies, when to close, endgames, and the whole game."""
