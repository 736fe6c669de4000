"""Manners: mute, block, report; and the host, who keeps the house (``docs/club.md``, ``docs/operating.md``)."""
