"""Choose its processor, so as to keep its opponents from it."""

import os

from attempt import attempt

attempt("set its affinity", lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
