"""The rules of Il Commercio Viaggiatore: what is allowed, what a move does, what a seat may imagine."""
