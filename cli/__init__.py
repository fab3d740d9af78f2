"""The command line: click groups, one a game, and how answers are drawn. Nothing is computed here."""
