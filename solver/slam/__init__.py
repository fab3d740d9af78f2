"""Burger Slam: what a pile of cards is worth, every exact question about one, and the whole game."""
