"""Open raw sockets (IP and packet), which see and forge everything on a network."""

import socket

from attempt import attempt

attempt("open a raw IP socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
attempt("open a packet socket", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
