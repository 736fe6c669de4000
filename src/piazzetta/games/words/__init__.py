"""What games say: messages in English, and how they get their parameters."""
