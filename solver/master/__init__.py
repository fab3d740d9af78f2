"""Burger Master: stacks on four plates, MOVE and FLIP, fewest steps to an order."""
