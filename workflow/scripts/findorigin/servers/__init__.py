"""Local model servers that a job starts on loopback and always ends."""
