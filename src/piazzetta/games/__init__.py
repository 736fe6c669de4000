"""The rules of the games, each as a record and eight functions. Of the rest of the package, imports only ``kernel``."""
