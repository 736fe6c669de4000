"""What the workshop asks a game about its map or deck: how to draw one at random, judge its places, and change it."""
