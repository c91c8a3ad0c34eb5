"""Open a vsock socket, the way from a virtual machine to its host, which network namespaces do not cut."""

import socket

from attempt import attempt

attempt("open a vsock socket", lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
