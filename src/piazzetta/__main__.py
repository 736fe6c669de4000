"""``python -m piazzetta`` is the command ``piazzetta``."""

from piazzetta.cli import main

if __name__ == "__main__":
    main()
