"""What the illustrated rulebook shows of Il Commercio Viaggiatore."""
