"""The database: the log of events, which is the only source of truth about games, and what is derived from it: an index
of tables, their lines for people's desks, and results. Beside it stand the server's people (``docs/privacy.md``).

The schema is a list of numbered migrations. A database knows how many it has applied; opening it applies the rest.
"""

from __future__ import annotations

from piazzetta.errors import BadInput
from piazzetta.server.store.database import Conflict, Database, Many, Unavailable

_ATTEMPTS = 5

#: Each migration is a list of statements. Never change a published one: append another.
MIGRATIONS: list[list[str]] = [
    [
        # an event's number is unique within its table, and so is the command that caused it: two servers, or two
        # attempts of one client, can never both succeed
        """CREATE TABLE piazzetta_events (
            table_id VARCHAR(32) NOT NULL,
            number INTEGER NOT NULL,
            time BIGINT NOT NULL,
            kind VARCHAR(16) NOT NULL,
            body TEXT NOT NULL,
            command VARCHAR(160),
            PRIMARY KEY (table_id, number),
            UNIQUE (table_id, command)
        )""",
        """CREATE TABLE piazzetta_tables (
            id VARCHAR(32) PRIMARY KEY,
            created BIGINT NOT NULL,
            status VARCHAR(16) NOT NULL,
            shown INTEGER NOT NULL,
            watched INTEGER NOT NULL,
            unattended INTEGER NOT NULL
        )""",
        "CREATE INDEX piazzetta_tables_by_status ON piazzetta_tables (status, created)",
    ],
    [
        # people who want to be the same person elsewhere; secrets are stored as hashes
        """CREATE TABLE piazzetta_people (
            id VARCHAR(16) PRIMARY KEY,
            name VARCHAR(40) NOT NULL,
            avatar VARCHAR(40) NOT NULL,
            listed INTEGER NOT NULL,
            created BIGINT NOT NULL
        )""",
        """CREATE TABLE piazzetta_devices (
            hash VARCHAR(64) PRIMARY KEY,
            id VARCHAR(16) NOT NULL,
            person_id VARCHAR(16) NOT NULL,
            label VARCHAR(60) NOT NULL,
            created BIGINT NOT NULL,
            used BIGINT NOT NULL
        )""",
        "CREATE INDEX piazzetta_devices_by_person ON piazzetta_devices (person_id)",
        # codes to come in on another device, each used once: links for some minutes, and one for recovery
        """CREATE TABLE piazzetta_codes (
            hash VARCHAR(64) PRIMARY KEY,
            person_id VARCHAR(16) NOT NULL,
            kind VARCHAR(16) NOT NULL,
            expires BIGINT NOT NULL
        )""",
        "CREATE INDEX piazzetta_codes_by_person ON piazzetta_codes (person_id)",
        # whose seat it is: the hash of the seat's token, which goes along when people change seats
        """CREATE TABLE piazzetta_seats (
            table_id VARCHAR(32) NOT NULL,
            hash VARCHAR(64) NOT NULL,
            person_id VARCHAR(16) NOT NULL,
            hidden INTEGER NOT NULL,
            read_to INTEGER NOT NULL,
            PRIMARY KEY (table_id, hash)
        )""",
        "CREATE INDEX piazzetta_seats_by_person ON piazzetta_seats (person_id)",
        # derived from the log: what My games shows of a game in progress, and how games ended
        """CREATE TABLE piazzetta_desk (
            table_id VARCHAR(32) PRIMARY KEY,
            head INTEGER NOT NULL,
            body TEXT NOT NULL
        )""",
        """CREATE TABLE piazzetta_results (
            table_id VARCHAR(32) PRIMARY KEY,
            ended BIGINT NOT NULL,
            game VARCHAR(40) NOT NULL,
            players INTEGER NOT NULL,
            counted INTEGER NOT NULL,
            body TEXT NOT NULL
        )""",
        "CREATE INDEX piazzetta_results_by_game ON piazzetta_results (game, players, ended)",
    ],
    [
        # the channels on which someone wants turn notifications; ``owner`` as in ``notifications/subscriptions.py``
        """CREATE TABLE piazzetta_ways (
            id VARCHAR(16) PRIMARY KEY,
            owner VARCHAR(80) NOT NULL,
            kind VARCHAR(16) NOT NULL,
            address VARCHAR(1000) NOT NULL,
            body TEXT NOT NULL,
            confirmed INTEGER NOT NULL,
            created BIGINT NOT NULL,
            UNIQUE (owner, kind, address)
        )""",
        "CREATE INDEX piazzetta_ways_by_address ON piazzetta_ways (kind, address)",
        # notifications to send, and those sent whose reader has not returned yet: until then there is no second one
        """CREATE TABLE piazzetta_calls (
            way VARCHAR(16) NOT NULL,
            table_id VARCHAR(32) NOT NULL,
            seat INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            due BIGINT NOT NULL,
            tries INTEGER NOT NULL,
            called BIGINT,
            tap VARCHAR(64),
            PRIMARY KEY (way, table_id, seat)
        )""",
        "CREATE INDEX piazzetta_calls_by_table ON piazzetta_calls (table_id)",
        "CREATE INDEX piazzetta_calls_by_due ON piazzetta_calls (due)",
        "CREATE INDEX piazzetta_calls_by_tap ON piazzetta_calls (tap)",
        # of the server itself, made at its first start: its key for push services, and that of links in mails
        "CREATE TABLE piazzetta_secrets (name VARCHAR(32) PRIMARY KEY, value TEXT NOT NULL)",
    ],
    [
        # ``mark``: what a call is for, a turn or a warning before time runs out
        """CREATE TABLE piazzetta_marked_calls (
            way VARCHAR(16) NOT NULL,
            table_id VARCHAR(32) NOT NULL,
            seat INTEGER NOT NULL,
            mark VARCHAR(8) NOT NULL,
            asked INTEGER NOT NULL,
            due BIGINT NOT NULL,
            tries INTEGER NOT NULL,
            called BIGINT,
            tap VARCHAR(64),
            PRIMARY KEY (way, table_id, seat, mark)
        )""",
        "INSERT INTO piazzetta_marked_calls "
        "SELECT way, table_id, seat, 'turn', asked, due, tries, called, tap FROM piazzetta_calls",
        "DROP TABLE piazzetta_calls",
        "ALTER TABLE piazzetta_marked_calls RENAME TO piazzetta_calls",
        "CREATE INDEX piazzetta_calls_by_table ON piazzetta_calls (table_id)",
        "CREATE INDEX piazzetta_calls_by_due ON piazzetta_calls (due)",
        "CREATE INDEX piazzetta_calls_by_tap ON piazzetta_calls (tap)",
        # when people are on holiday; what their tables make of it is in the log
        """CREATE TABLE piazzetta_holidays (
            person_id VARCHAR(16) NOT NULL,
            begun BIGINT NOT NULL,
            until BIGINT NOT NULL,
            PRIMARY KEY (person_id, begun)
        )""",
    ],
    [
        # a person whose seats are played by a program of their own: a bot account
        "ALTER TABLE piazzetta_people ADD COLUMN program INTEGER NOT NULL DEFAULT 0",
        # passkeys: public keys of people's authenticators, by the hash of the credential's id
        """CREATE TABLE piazzetta_passkeys (
            hash VARCHAR(64) PRIMARY KEY,
            id VARCHAR(16) NOT NULL,
            person_id VARCHAR(16) NOT NULL,
            credential TEXT NOT NULL,
            public_key TEXT NOT NULL,
            uses BIGINT NOT NULL,
            site VARCHAR(255) NOT NULL,
            label VARCHAR(60) NOT NULL,
            created BIGINT NOT NULL,
            used BIGINT NOT NULL
        )""",
        "CREATE INDEX piazzetta_passkeys_by_person ON piazzetta_passkeys (person_id)",
        # tokens with which a person's programs may do some things, and not others
        """CREATE TABLE piazzetta_tokens (
            hash VARCHAR(64) PRIMARY KEY,
            id VARCHAR(16) NOT NULL,
            person_id VARCHAR(16) NOT NULL,
            name VARCHAR(60) NOT NULL,
            scopes VARCHAR(200) NOT NULL,
            created BIGINT NOT NULL,
            expires BIGINT,
            used BIGINT
        )""",
        "CREATE INDEX piazzetta_tokens_by_person ON piazzetta_tokens (person_id)",
    ],
    [
        # the people that someone has muted or blocked: known to them alone
        """CREATE TABLE piazzetta_manners (
            person_id VARCHAR(16) NOT NULL,
            other_id VARCHAR(16) NOT NULL,
            muted INTEGER NOT NULL,
            blocked INTEGER NOT NULL,
            PRIMARY KEY (person_id, other_id)
        )""",
        "CREATE INDEX piazzetta_manners_by_other ON piazzetta_manners (other_id)",
        # reports to the admin: table, time and a copy of the messages (``moderation/reports.py`` says how long)
        """CREATE TABLE piazzetta_reports (
            id VARCHAR(16) PRIMARY KEY,
            time BIGINT NOT NULL,
            table_id VARCHAR(32) NOT NULL,
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            name VARCHAR(40) NOT NULL,
            person_id VARCHAR(16) NOT NULL,
            by_id VARCHAR(16) NOT NULL,
            by_name VARCHAR(40) NOT NULL,
            reason VARCHAR(16) NOT NULL,
            words TEXT NOT NULL,
            lines TEXT NOT NULL,
            settled BIGINT NOT NULL
        )""",
        "CREATE INDEX piazzetta_reports_by_time ON piazzetta_reports (time)",
        # the host: whose devices they are, who may not come in, and all that was done, in its order
        """CREATE TABLE piazzetta_hosts (
            hash VARCHAR(64) PRIMARY KEY,
            id VARCHAR(16) NOT NULL,
            label VARCHAR(60) NOT NULL,
            created BIGINT NOT NULL
        )""",
        """CREATE TABLE piazzetta_bans (
            person_id VARCHAR(16) PRIMARY KEY,
            reason VARCHAR(500) NOT NULL,
            time BIGINT NOT NULL
        )""",
        """CREATE TABLE piazzetta_deeds (
            id INTEGER PRIMARY KEY,
            time BIGINT NOT NULL,
            host VARCHAR(16) NOT NULL,
            deed VARCHAR(16) NOT NULL,
            about VARCHAR(32) NOT NULL,
            words VARCHAR(500) NOT NULL
        )""",
        # the queue of quick match: the hash of the future seat's token, and the seat once there is one
        """CREATE TABLE piazzetta_tickets (
            hash VARCHAR(64) PRIMARY KEY,
            person_id VARCHAR(16) NOT NULL,
            name VARCHAR(40) NOT NULL,
            game VARCHAR(40) NOT NULL,
            players INTEGER NOT NULL,
            pace VARCHAR(8) NOT NULL,
            bots INTEGER NOT NULL,
            since BIGINT NOT NULL,
            seen BIGINT NOT NULL
        )""",
        "CREATE INDEX piazzetta_tickets_by_wish ON piazzetta_tickets (game, players, pace)",
        """CREATE TABLE piazzetta_seatings (
            hash VARCHAR(64) PRIMARY KEY,
            table_id VARCHAR(32) NOT NULL,
            time BIGINT NOT NULL
        )""",
        # friends: a row for each of the two; an ``asked`` row is a question that waits for its answer
        """CREATE TABLE piazzetta_friends (
            person_id VARCHAR(16) NOT NULL,
            friend_id VARCHAR(16) NOT NULL,
            state VARCHAR(8) NOT NULL,
            since BIGINT NOT NULL,
            PRIMARY KEY (person_id, friend_id)
        )""",
        "CREATE INDEX piazzetta_friends_by_friend ON piazzetta_friends (friend_id)",
        # whether friends may see where a person is, and when they were last here (only while they may)
        """CREATE TABLE piazzetta_presence (
            person_id VARCHAR(16) PRIMARY KEY,
            shown INTEGER NOT NULL,
            seen BIGINT NOT NULL
        )""",
        # friends' invitations to a table
        """CREATE TABLE piazzetta_notes (
            person_id VARCHAR(16) NOT NULL,
            from_id VARCHAR(16) NOT NULL,
            table_id VARCHAR(32) NOT NULL,
            time BIGINT NOT NULL,
            PRIMARY KEY (person_id, from_id, table_id)
        )""",
    ],
    [
        # which server owns a table, and which are alive (``cluster/leases.py``); an event says under which number of
        # its table's lease it was written. Servers of the schema before go on writing events without it
        """CREATE TABLE piazzetta_leases (
            table_id VARCHAR(32) PRIMARY KEY,
            owner VARCHAR(16) NOT NULL,
            fence INTEGER NOT NULL
        )""",
        "CREATE TABLE piazzetta_owners (name VARCHAR(16) PRIMARY KEY, until BIGINT NOT NULL)",
        "ALTER TABLE piazzetta_events ADD COLUMN fence INTEGER",
    ],
    [
        # with which device or access token a seat was taken, or will be: its token ends with them
        "ALTER TABLE piazzetta_seats ADD COLUMN credential VARCHAR(16) NOT NULL DEFAULT ''",
        "ALTER TABLE piazzetta_tickets ADD COLUMN credential VARCHAR(16) NOT NULL DEFAULT ''",
    ],
    [
        # moments of games that a person learns from, and how each look at one went
        """CREATE TABLE piazzetta_moments (
            person_id VARCHAR(16) NOT NULL,
            id VARCHAR(40) NOT NULL,
            kept BIGINT NOT NULL,
            card TEXT NOT NULL,
            PRIMARY KEY (person_id, id)
        )""",
        """CREATE TABLE piazzetta_reviews (
            person_id VARCHAR(16) NOT NULL,
            moment_id VARCHAR(40) NOT NULL,
            time BIGINT NOT NULL,
            outcome VARCHAR(8) NOT NULL,
            PRIMARY KEY (person_id, moment_id, time)
        )""",
    ],
    [
        # whether puzzles may be made of a person's games
        "ALTER TABLE piazzetta_people ADD COLUMN puzzles INTEGER NOT NULL DEFAULT 0",
    ],
]


async def migrate(database: Database, migrations: list[list[str]] = MIGRATIONS) -> int:
    """Migrate a database to the newest schema, in one transaction, and return its version.

    Of servers that start at the same time only one can write a version's number, with which the transaction begins.
    """
    for _ in range(_ATTEMPTS):
        try:
            await database.write([("CREATE TABLE IF NOT EXISTS piazzetta_schema (version INTEGER PRIMARY KEY)", {})])
            version = (await database.read("SELECT max(version) FROM piazzetta_schema", {}))[0][0] or 0
            if statements := _missing(version, migrations):
                await database.write(statements, patient=True)
            return len(migrations)
        except Conflict:  # another server migrates it
            continue
    raise Unavailable("Conflict")


def _missing(version: int, migrations: list[list[str]]) -> list[Many]:
    """Return the statements of the migrations after a version."""
    if version > len(migrations):
        raise BadInput(
            f"the database has schema {version}, and this piazzetta knows {len(migrations)}: it was used with a newer "
            "version. Install that one, or give another database with --db"
        )
    found: list[Many] = []
    for number, statements in enumerate(migrations[version:], start=version + 1):
        found.append(("INSERT INTO piazzetta_schema VALUES (:version)", {"version": number}))
        found += [(statement, {}) for statement in statements]
    return found
