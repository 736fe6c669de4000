"""The workshop: create a map or deck, check whether it is fair, and make it fairer."""
