"""What the illustrated rulebook shows of Portobello Market."""
