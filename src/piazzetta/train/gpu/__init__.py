"""Training on an NVIDIA GPU: kernels in Triton, and the engine around them."""
