"""The report as one web page: a part a file, in the order in which they stand in the page (`writer`).

Everything that comes from a league passes `markup.shown`, which escapes it, or is data of the page's script, which
writes it as text.
"""

from arena.reports.page.writer import PageWriter

__all__ = ["PageWriter"]
