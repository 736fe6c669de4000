"""Ways to be recognized: passkeys for people, tokens for their programs."""
