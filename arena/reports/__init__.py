"""What a league leaves behind for people: reports in several formats, the export, and the check of all of it.

Called by the command line. `arena.reports.league` makes the report as plain data, writers turn it into text;
`arena.reports.export` and `arena.reports.verify` replay the hands. Import those modules directly: this package loads
nothing by itself, so that no command waits for what it does not use.
"""
