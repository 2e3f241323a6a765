#!/usr/bin/env python3
"""Abuses `pdb-solve serve` in several ways, and measures what other clients notice.

    cargo build --release
    ulimit -n 20000
    python3 crates/cli/benches/abuse.py target/release/pdb-solve            # all of it, some five minutes
    python3 crates/cli/benches/abuse.py target/release/pdb-solve leavers    # one of them
    python3 crates/cli/benches/abuse.py --beside target/release/pdb-solve   # what the load alone does

Each abuse has its own server on 127.0.0.1. During the abuse, two processes request a position every 10 ms: one over a
connection that stays open, one over a new connection each time. Their answers and those to the abusers are checked. The
output has a line per abuse: median, 99th percentile, and maximum of the response times; refused requests; connections that
the system dropped because its queue was full; and the server's peak memory (VmHWM). The exit code is 0 only if each server
stayed up, used at most MAX_MB, and answered both processes within MAX_MS at the 99th percentile, with no request refused and
at most one in a hundred cut off.

The abusers, the two processes, and the server share the cores. With --beside, the abused server is not the one that is
measured, and both run at once: the times are those of an undisturbed server on an equally busy machine. Memory and dropped
connections can be read only on Linux.
"""

import contextlib
import json
import multiprocessing
import os
import pathlib
import random
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import time

MAX_MB = 400
MAX_MS = 50

EVERY = 0.01
POSITION = "/api/v1/position?board=123456708"
# One of the hardest boards of 4x4: no search with Manhattan distance ends within the time limit.
ENDLESS = "/api/v1/search?algorithm=ida&heuristic=manhattan&board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"

# All searches together may use half of MAX_MB; one search per core runs at a time.
SEARCH_MEMORY = ["--max-memory", str(MAX_MB // 2 // os.cpu_count())]


class Server:
    """A server that runs until the end of a block."""

    def __init__(self, program, *options):
        self.folder = tempfile.TemporaryDirectory()
        command = [program, "serve", "--listen", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(
            command, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.port = int(self.process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    def megabytes(self, field):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024 / 1e6
        raise LookupError(field)

    def connect(self, timeout=10.0):
        client = socket.create_connection(("127.0.0.1", self.port), timeout)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def is_up(self):
        with self.connect() as client:
            return self.process.poll() is None and read_answer(client, POSITION)[0] == 200


def dropped():
    """Connections that the system has dropped since the queue before a server was full."""
    names, numbers = (
        line.split() for line in pathlib.Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:")
    )
    return int(numbers[names.index("ListenOverflows")])


def get(path, more=""):
    return f"GET {path} HTTP/1.1\r\nhost: localhost\r\n{more}\r\n".encode()


def read_answer(client, path):
    """The status and the body of an answer; status 0 if the connection is closed before it."""
    received = b""
    try:
        client.sendall(get(path))
        while b"\r\n\r\n" not in received:
            received += more_of(client)
        head, body = received.split(b"\r\n\r\n", 1)
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        while len(body) < length:
            body += more_of(client)
        return int(head.split(b" ")[1]), body
    except (ConnectionError, TimeoutError):
        return (status_of(received), b"")


def more_of(client):
    received = client.recv(65536)
    if not received:
        raise ConnectionError
    return received


def read_status(client):
    """The status of an answer and how many bytes came in all, until the connection is closed."""
    first, count = b"", 0
    try:
        while received := client.recv(65536):
            first = first or received
            count += len(received)
    except (ConnectionError, TimeoutError):
        pass
    return status_of(first), count


def status_of(received):
    return int(received[9:12]) if received.startswith(b"HTTP/1.") and received[9:12].isdigit() else 0


class Probe:
    """A process that requests a position repeatedly until it is stopped."""

    def __init__(self, server, keeps):
        self.ours, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=ask_on, args=(server, keeps, theirs))
        self.process.start()
        self.ours.recv()

    def stop(self):
        self.ours.send(None)
        times, failures = self.ours.recv()
        self.process.join()
        return times, failures


def ask_on(server, keeps, pipe):
    times, failures, client = [], {}, server.connect()
    pipe.send("begun")
    while not pipe.poll():
        begin = time.perf_counter()
        try:
            client = client or server.connect()
            status, body = read_answer(client, POSITION)
        except OSError:
            status, body = 0, b""
        took = time.perf_counter() - begin
        if status == 200 and json.loads(body)["distance"] == 1:
            times.append(took)
        else:
            failures[status] = failures.get(status, 0) + 1
        if client and (not keeps or status != 200):
            client.close()
            client = None
        time.sleep(max(0.0, EVERY - took))
    pipe.send((sorted(times), failures))


def at(times, part):
    return times[min(len(times) - 1, int(len(times) * part))] * 1e3 if times else float("inf")


def open_many(server, count):
    """Opens non-blocking connections, skipping those that fail."""
    clients = []
    for _ in range(count):
        try:
            client = server.connect()
        except OSError:
            continue
        client.setblocking(False)
        clients.append(client)
    return clients


def send_some(client, data):
    try:
        return client.send(data)
    except BlockingIOError:
        return 0
    except OSError:
        return None


def close_all(clients):
    for client in clients:
        client.close()


def nothing(_server):
    time.sleep(4)
    return "no abuse"


def slow_heads(server):
    """2,000 clients send one byte of a request head per second, and reconnect when cut off."""
    head = get(POSITION, "x: " + "y" * 1000)
    clients = [[client, 0] for client in open_many(server, 2000)]
    back = 0
    for _ in range(15):
        begin = time.monotonic()
        for slow in clients:
            sent = send_some(slow[0], head[slow[1] : slow[1] + 1])
            if sent is None:
                slow[0].close()
                slow[:] = [open_many(server, 1)[0], 0]
                back += 1
            else:
                slow[1] += sent
        time.sleep(max(0.0, 1 - (time.monotonic() - begin)))
    close_all(client for client, _ in clients)
    return f"2,000 clients, who came back {back} times"


def half_open(server):
    """2,000 clients send nothing, close their side, or send half a request."""
    clients = open_many(server, 2000)
    for nth, client in enumerate(clients):
        try:
            if nth % 3 == 1:
                client.shutdown(socket.SHUT_WR)
            elif nth % 3 == 2:
                client.send(b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60\r\n\r\n{")
        except OSError:
            pass
    time.sleep(12)
    close_all(clients)
    return f"{len(clients)} clients, for 12 s"


def large_bodies(server):
    """Bodies of 100 MB, for a request and a batch, with a declared length and in chunks."""
    block = b"123456708\n" * 10_000
    chunk = b"%x\r\n" % len(block) + block + b"\r\n"
    statuses = {}
    for _ in range(5):
        for path in ("position", "batch"):
            for fields, piece in (("content-length: 100000000", block), ("transfer-encoding: chunked", chunk)):
                client = server.connect()
                try:
                    client.sendall(f"POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\n{fields}\r\n\r\n".encode())
                    for _ in range(1000):
                        client.sendall(piece)
                except OSError:
                    pass
                status, _ = read_status(client)
                client.close()
                statuses[status] = statuses.get(status, 0) + 1
    # 0 is a reset that came before the answer was read; a batch that had begun is cut.
    assert set(statuses) <= {0, 200, 413}, statuses
    return f"20 bodies; statuses: {statuses}"


def many_connections(server):
    clients = open_many(server, 10_000)
    time.sleep(5)
    close_all(clients)
    return f"{len(clients):,} connections"


def malformed(server):
    """20,000 requests of random bytes, and valid requests with some bytes changed."""
    chance = random.Random(1)
    whole = [
        get(POSITION, "connection: close\r\n"),
        b"POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 21\r\n\r\n"
        b'{"board":"123456708"}',
        b"POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
        b"transfer-encoding: chunked\r\n\r\na\r\n123456708\n\r\n0\r\n\r\n",
    ]
    statuses = {}
    for nth in range(20_000):
        if nth % 2:
            data = bytearray(chance.choice(whole))
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        else:
            data = chance.randbytes(chance.randrange(1, 600))
        with server.connect() as client:
            try:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            status, _ = read_status(client)
        statuses[status] = statuses.get(status, 0) + 1
    assert not [status for status in statuses if status >= 500], statuses
    return f"20,000 requests; statuses: {dict(sorted(statuses.items()))}"


def endless(count):
    def abuse(server):
        clients = [server.connect(timeout=40.0) for _ in range(count)]
        for client in clients:
            client.sendall(get(ENDLESS, "connection: close\r\n"))
        statuses = {}
        for client in clients:
            status, _ = read_status(client)
            client.close()
            statuses[status] = statuses.get(status, 0) + 1
        assert set(statuses) <= {200, 503} and statuses[200] > 0, statuses
        return f"{count} searches; statuses: {statuses}"

    return abuse


def leavers(server):
    """3,000 clients request something slow or send a batch, and disconnect, half of them by a reset."""
    batch = b"POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n" + b"123456708\n" * 1000
    for nth in range(3000):
        with server.connect() as client:
            if nth % 4 < 2:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(get(ENDLESS) if nth % 2 else batch)
            if nth % 10 == 0:
                time.sleep(0.01)
    for _ in range(100):
        with server.connect() as client:
            counted = read_answer(client, "/metrics")[1].decode().splitlines()
        if "tilebase_searches_running 0" in counted and "tilebase_batches_running 0" in counted:
            return "3,000 clients; nothing runs after the last"
        time.sleep(0.1)
    raise AssertionError("searches or batches run on 10 s after their clients have left")


def deaf_batches(server):
    """Clients send 8 MB of boards, and read their answers not at all, or a byte at a time."""
    lines = b"867254301\n" * 799_000
    head = f"POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(lines)}\r\n\r\n".encode()
    clients = open_many(server, 50)
    left = {client: memoryview(head + lines) for client in clients}
    end = time.monotonic() + 12
    while time.monotonic() < end:
        for client in list(left):
            sent = send_some(client, left[client][:1_000_000])
            if sent is None:
                del left[client]
            else:
                left[client] = left[client][sent:]
        for client in clients[::2]:
            with contextlib.suppress(OSError):
                client.recv(1)
        time.sleep(0.01)
    close_all(clients)
    return "50 clients, for 12 s"


ABUSES = {
    "nothing": (nothing, []),
    "slow-heads": (slow_heads, ["--max-connections", "4096"]),
    "slow-heads-by-default": (slow_heads, []),
    "half-open": (half_open, ["--max-connections", "4096"]),
    "half-open-by-default": (half_open, []),
    "large-bodies": (large_bodies, []),
    "connections": (many_connections, ["--max-connections", "12000"]),
    "connections-by-default": (many_connections, []),
    "malformed": (malformed, []),
    "endless": (endless(os.cpu_count()), ["--timeout", "5", *SEARCH_MEMORY]),
    "endless-tenfold": (endless(10 * os.cpu_count()), ["--timeout", "0.5", *SEARCH_MEMORY]),
    "endless-hundredfold": (endless(100 * os.cpu_count()), ["--timeout", "0.5", *SEARCH_MEMORY]),
    "leavers": (leavers, []),
    "deaf-batches": (deaf_batches, []),
}


def put_on_trial(program, name, is_beside):
    abuse, options = ABUSES[name]
    with contextlib.ExitStack() as servers:
        abused = servers.enter_context(Server(program, *options))
        asked = servers.enter_context(Server(program, *options)) if is_beside else abused
        probes = [Probe(asked, keeps) for keeps in (True, False)]
        begin, before = time.monotonic(), dropped()
        try:
            what = abuse(abused)
        finally:
            results = [probe.stop() for probe in probes]
        took, drops = time.monotonic() - begin, dropped() - before
        peak, now = abused.megabytes("VmHWM"), abused.megabytes("VmRSS")
        is_well = abused.is_up() and peak <= MAX_MB
        print(f"{name}: {what} ({took:.1f} s, {drops} dropped); memory {now:.0f} MB, at its peak {peak:.0f} MB")
        for kind, (times, failures) in zip(("kept", "new"), results, strict=True):
            p99 = at(times, 0.99)
            is_well &= p99 <= MAX_MS and set(failures) <= {0} and sum(failures.values()) * 100 <= len(times)
            shown = f"median {at(times, 0.5):.2f} ms, p99 {p99:.2f}, worst {at(times, 1):.2f}"
            print(f"  {kind:4}: {len(times)} answers, {shown}; refused or cut: {failures or 'none'}")
        print("  well" if is_well else "  NOT WELL", flush=True)
        return is_well


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--beside"]
    if not arguments or not set(arguments[1:]) <= set(ABUSES):
        sys.exit(f"usage: abuse.py [--beside] PDB_SOLVE [ABUSE...]\nabuses: {' '.join(ABUSES)}")
    program = str(pathlib.Path(arguments[0]).resolve())
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < 12_100:
        sys.exit(f"expected room for 12,100 open files, found {most}: raise `ulimit -n`")
    is_beside = "--beside" in sys.argv
    wells = [put_on_trial(program, name, is_beside) for name in arguments[1:] or ABUSES]
    sys.exit(not all(wells))


if __name__ == "__main__":
    main()
