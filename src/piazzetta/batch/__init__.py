"""Many games at once, without Python in the loop."""

from piazzetta.batch.batch import Batch
from piazzetta.batch.playout import Playouts

__all__ = ["Batch", "Playouts"]
