"""Many games at once, without Python in the loop."""
