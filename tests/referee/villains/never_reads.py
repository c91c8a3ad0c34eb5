"""Says ready without reading, and never reads a byte."""

import time

from lines import ready, write

write(ready())
while True:
    time.sleep(1)
