"""What a person meets in the terminal, a file for each command: play, replay, rules, simulate and the rest.

Everything here is generic over games: it knows them by ``Game`` and ``Match`` alone.
"""
