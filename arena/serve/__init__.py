"""The local web server: a folder's leagues in a browser, live while they run, and a table to play at by hand.

`arena serve` starts it. It reads leagues as anybody may and writes none; what a person plays here is kept apart. Only
this package knows of HTTP.
"""
