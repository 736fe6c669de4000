"""Il Commercio Viaggiatore in the workshop."""
