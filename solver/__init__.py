"""Exact answers for five hamburger table games.

Pure computation: nothing here prints, parses command lines or looks at the
clock, except where a search keeps to a time limit. One folder a game; what
two games share stands beside this file. ``cli`` draws the answers, ``data``
holds the cards.
"""
