#!/usr/bin/env python3
"""What clients that mean ill can do to `pdb-solve serve`, and how others fare meanwhile.

    cargo build --release
    ulimit -n 20000
    python3 cli/benches/abuse.py target/release/pdb-solve            # all of it, some five minutes
    python3 cli/benches/abuse.py target/release/pdb-solve leavers    # one of them
    python3 cli/benches/abuse.py --beside target/release/pdb-solve   # what the load alone does

Each abuse has a server of its own on 127.0.0.1. Two processes ask it for a position every 10 ms while it is abused: one on a
connection that is kept, one on a new connection each time. Their answers are checked, and what the abusers are told is
checked too. A line tells the median, 99th percentile and worst of their times, what they were refused, the connections that
the system dropped since they were more than wait to be accepted, and the memory of the server (VmHWM, its peak). Exits 0 only
if each server stayed up, kept within MOST_MB, and answered both within MOST_MS at the 99th percentile, with nothing refused,
and no more than one in a hundred cut.

The abusers, the two who ask and the server share the cores. With --beside the abused server is another than the one that is
asked, and both run at once: so the times are those of a server that nobody abuses, on a machine that is as busy. Only Linux
has what the memory and the drops are read from.
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

MOST_MB = 400
MOST_MS = 50

EVERY = 0.01
POSITION = "/api/v1/position?board=123456708"
# One of the two hardest boards of 4x4: no search by the Manhattan distance comes to its end.
ENDLESS = "/api/v1/search?algorithm=ida&heuristic=manhattan&board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"

# Searches may take half of MOST_MB together, however many there are: as many as there are cores run at a time.
SEARCH_MEMORY = ["--max-memory", str(MOST_MB // 2 // os.cpu_count())]


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
    """A process that asks for a position, again and again, until it is told to stop."""

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
    """So many connections that wait for nothing; those that can't be opened are left out."""
    clients = []
    for _ in range(count):
        try:
            client = server.connect()
        except OSError:
            continue
        client.setblocking(False)
        clients.append(client)
    return clients


def send_what_fits(client, data):
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
    return "nobody else asks"


def slow_heads(server):
    """2,000 clients send a byte of a head each second, and come back when they are left."""
    head = get(POSITION, "x: " + "y" * 1000)
    clients = [[client, 0] for client in open_many(server, 2000)]
    back = 0
    for _ in range(15):
        begin = time.monotonic()
        for slow in clients:
            sent = send_what_fits(slow[0], head[slow[1] : slow[1] + 1])
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
    """2,000 clients say nothing, or that they will say no more, or half a question."""
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
    """100 MB, as a question and as a batch, told beforehand and in chunks."""
    block = b"123456708\n" * 10_000
    chunk = b"%x\r\n" % len(block) + block + b"\r\n"
    told = {}
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
                told[status] = told.get(status, 0) + 1
    # 0 is a reset that came before the answer was read; a batch that had begun is cut.
    assert set(told) <= {0, 200, 413}, told
    return f"20 bodies, told {told}"


def many_connections(server):
    clients = open_many(server, 10_000)
    time.sleep(5)
    close_all(clients)
    return f"{len(clients):,} connections"


def malformed(server):
    """20,000 requests of random bytes, and of questions with some bytes changed."""
    chance = random.Random(1)
    whole = [
        get(POSITION, "connection: close\r\n"),
        b"POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 21\r\n\r\n"
        b'{"board":"123456708"}',
        b"POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
        b"transfer-encoding: chunked\r\n\r\na\r\n123456708\n\r\n0\r\n\r\n",
    ]
    told = {}
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
        told[status] = told.get(status, 0) + 1
    assert not [status for status in told if status >= 500], told
    return f"20,000 requests, told {dict(sorted(told.items()))}"


def endless(count):
    def abuse(server):
        clients = [server.connect(timeout=40.0) for _ in range(count)]
        for client in clients:
            client.sendall(get(ENDLESS, "connection: close\r\n"))
        told = {}
        for client in clients:
            status, _ = read_status(client)
            client.close()
            told[status] = told.get(status, 0) + 1
        assert set(told) <= {200, 503} and told[200] > 0, told
        return f"{count} searches, told {told}"

    return abuse


def leavers(server):
    """3,000 clients ask for what takes long, or send a batch, and leave, half of them by a reset."""
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
    """Clients send 8 MB of boards, and read nothing of their answers, or a byte now and then."""
    lines = b"867254301\n" * 799_000
    head = f"POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(lines)}\r\n\r\n".encode()
    clients = open_many(server, 50)
    left = {client: memoryview(head + lines) for client in clients}
    end = time.monotonic() + 12
    while time.monotonic() < end:
        for client in list(left):
            sent = send_what_fits(client, left[client][:1_000_000])
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
        is_well = abused.is_up() and peak <= MOST_MB
        print(f"{name}: {what} ({took:.1f} s, {drops} dropped); memory {now:.0f} MB, at its peak {peak:.0f} MB")
        for kind, (times, failures) in zip(("kept", "new"), results, strict=True):
            p99 = at(times, 0.99)
            is_well &= p99 <= MOST_MS and set(failures) <= {0} and sum(failures.values()) * 100 <= len(times)
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
