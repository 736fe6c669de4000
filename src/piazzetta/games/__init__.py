"""The rules of the games, each as a record and eight functions. Imports nothing of the rest but ``kernel``."""
