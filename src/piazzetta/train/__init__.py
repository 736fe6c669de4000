"""Networks that learn both games by self-play: ``piazzetta train`` (needs PyTorch: ``piazzetta[train]``)."""
