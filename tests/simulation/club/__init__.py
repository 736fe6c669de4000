"""People of the club: profiles, quick matches, notifications, and the lists beside the tables."""
