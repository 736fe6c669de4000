"""The command ``warm``: fills the cache of compiled kernels, and notes that it did."""
