"""The charts of a report: what is drawn (`specs`), and how it looks and becomes SVG (`drawing`).

Used by the page. Charts are Vega-Lite specifications, drawn when the page is written, so that the page needs no script
for them.
"""
