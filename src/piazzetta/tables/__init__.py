"""The logic of a table, run by a server or by the page in offline mode. Nothing here waits, sends, stores or draws
lots.

Callers pass in time, random numbers, ids and secrets. ``decide(table, command, time)`` returns the events of a command
and changes nothing; ``apply(table, entry)`` applies an event to the table and changes nothing else. The browser runs
the same files, translated to JavaScript (``docs/browser.md``).
"""
