"""How Il Commercio Viaggiatore looks: in the terminal, and as an SVG picture."""
