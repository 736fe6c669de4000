"""Il Commercio Viaggiatore (Matteo Liroi, Maurizio Mancino), by the clauses of ``data/rules/viaggiatore.md``."""
