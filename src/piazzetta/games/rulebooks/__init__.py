"""The rulebooks clause by clause, and what each printed edition says."""
