"""The types of everything that is said over HTTP and WebSockets."""
