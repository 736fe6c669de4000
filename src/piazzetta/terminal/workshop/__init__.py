"""The workshop in the terminal."""
