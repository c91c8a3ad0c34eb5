"""The hand viewer: the table seen from above, card by card, in a browser.

`write_viewer` puts it beside a league's reports, `table_page` makes one page of one table; `address` links to a moment.
Both read the store and play hands again with the rules; `docs/reports.md` says what the page can do.
"""

from arena.reports.viewer.writing import MOST_HANDS, VIEWER, address, table_page, write_viewer

__all__ = ["MOST_HANDS", "VIEWER", "address", "table_page", "write_viewer"]
