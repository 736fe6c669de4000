"""One file for each way in which a notification leaves the server."""
