"""The rules of the games, each as a record and eight functions. Imports nothing else from the package but
``kernel``."""
