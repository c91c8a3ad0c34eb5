"""Ask the kernel by netlink for the host's network interfaces, and by name."""

import errno
import socket
import struct

from attempt import achieved, attempt, refused

RTM_GETLINK, NLM_F_REQUEST, NLM_F_DUMP = 18, 1, 0x300


def interfaces() -> int:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as made:
        made.send(struct.pack("=IHHIIBxHiII", 32, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, 1, 0, 0, 0, 0, 0, 0))
        data, found = made.recv(1 << 16), 0
        while len(data) >= 16:
            length, kind = struct.unpack_from("=IH", data)
            found += kind == RTM_GETLINK - 2
            data = data[(length + 3) & ~3 :]
        return found


def look() -> None:
    if interfaces() < 2:
        raise OSError(6, "only loopback is there")


attempt("see the host's interfaces by netlink", look)
try:
    names = [name for _, name in socket.if_nameindex()]
except OSError as error:
    refused("see the host's interfaces by name", errno.errorcode[error.errno or 0])
else:
    if names == ["lo"]:
        refused("see the host's interfaces by name", "ENXIO")
    else:
        achieved("see the host's interfaces by name")
