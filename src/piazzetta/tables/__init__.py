"""What a table is, whoever runs it: a server, or the page by itself. Nothing here waits, sends, stores or draws lots.

Time, random numbers, ids and secrets are handed in. ``decide(table, command, time)`` says which events a command leads
to and changes nothing; ``apply(table, entry)`` lets an event happen to the table and to nothing else. The browser runs
the same files, translated to JavaScript (``docs/browser.md``).
"""
