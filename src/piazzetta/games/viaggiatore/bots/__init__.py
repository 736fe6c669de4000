"""What bots know about Il Commercio Viaggiatore: how to judge a position, and what speaks for a move."""
