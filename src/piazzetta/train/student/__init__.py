"""The small network that plays in the search: taught by a large one, with rounding as in its kernels."""
