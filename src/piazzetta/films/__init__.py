"""Games as films: an animated WebP or GIF of the positions, with the log's sentences below the board."""
