"""A trained network as the judge of rules: it plays all seats, many games at once, for studies and fair starts."""
