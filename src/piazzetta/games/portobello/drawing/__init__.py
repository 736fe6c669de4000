"""How Portobello Market looks: in the terminal, and as an SVG picture."""
