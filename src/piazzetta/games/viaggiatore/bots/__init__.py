"""What bots know about Il Commercio Viaggiatore: how to judge a position, and how to explain a move."""
