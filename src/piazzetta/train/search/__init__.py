"""A search that thinks about many games at once, with a large network, on a GPU or on the processor."""
