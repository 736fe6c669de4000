"""The terminal interface, with a file for each command: play, replay, rules, simulate and the rest.

Everything here is generic over games and knows them only as ``Game`` and ``Match``.
"""
