"""How clients reach the tables: HTTP, WebSockets, the page, and the guard in front of them."""
