"""The compiled parts of the environments, and their memory."""
