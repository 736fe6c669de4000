"""The workshop: make a map or deck, see at once whether it is fair, and let it be made fairer."""
