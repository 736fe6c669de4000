"""Networks that learn both games by playing themselves: ``piazzetta train`` (needs PyTorch: ``piazzetta[train]``)."""
