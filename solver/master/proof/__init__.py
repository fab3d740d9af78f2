"""The searches of Burger Master, and what proves their answers."""
