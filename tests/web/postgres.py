"""A PostgreSQL of the test's own, where Debian's postgresql is installed; it is gone afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest


def _program(name):
    found = [shutil.which(name), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))[::-1]]
    return next(filter(None, found), None)


class Postgres:
    """A cluster in a folder; it may be stopped and started."""

    def __init__(self, folder):
        self.folder = Path(folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def _run(self, name, *arguments):
        program = _program(name)
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
        command = [*user, program, "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=120)

    def create(self):
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-A", "trust", "-U", "postgres")

    def start(self):
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self):
        self._run("pg_ctl", "-m", "immediate", "stop")


@contextmanager
def postgres(place=None):
    """A running cluster, in a folder of this place if one is named; the test is skipped where there is none to run."""
    if _program("initdb") is None or _program("pg_ctl") is None:
        pytest.skip("no PostgreSQL: scripts/install-debian postgresql")
    with tempfile.TemporaryDirectory(dir=place) as folder:
        cluster = Postgres(folder)
        cluster.create()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
