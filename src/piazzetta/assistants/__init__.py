"""What assistants may ask and do: a server of the Model Context Protocol over the package and a table server."""
