"""The small network that plays in the search: trained on a large one's judgement, with rounding as in its kernels."""
