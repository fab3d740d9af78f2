"""The answers over HTTP, and the page at the table; started by ``burger serve``."""
