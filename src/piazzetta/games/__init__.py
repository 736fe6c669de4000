"""The rules of the games, each as a record and eleven functions. Imports only ``kernel`` and ``errors``."""
