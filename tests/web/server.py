"""A real server process, as `mazzo serve` starts it."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

START = 60  # seconds


class Server:
    """`with Server(folder) as server:` listens at `server.url`, with its store in the folder."""

    def __init__(self, folder, workers=1, **environment):
        self.folder, self.workers = folder, workers
        self.environment = {"MAZZO_DATA": str(folder), "MAZZO_REQUESTS": "1e6", "MAZZO_NEW_GAMES": "1e6", **environment}
        self.process = None
        self.url = ""

    def start(self):
        log = self.folder / "server.log"
        log.write_text("")
        with log.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mazzo", "serve", "--port", "0", "--workers", str(self.workers)],
                stdout=file,
                stderr=file,
                env={**os.environ, "COLUMNS": "200", **self.environment},
                start_new_session=True,
            )
        end = time.monotonic() + START
        while time.monotonic() < end:
            found = re.search(r"mazzo is at (http://\S+)", log.read_text())
            if found and self._answers(found[1]):
                self.url = found[1].replace("localhost", "127.0.0.1")
                return self
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.05)
        raise AssertionError(f"the server does not start: {log.read_text()}")

    def _answers(self, url):
        try:
            with urllib.request.urlopen(f"{url}/api/health", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def kill(self):
        """As the kernel kills: without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """As an administrator stops it."""
        os.killpg(self.process.pid, signal.SIGTERM)
        return self.process.wait(timeout=30)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()
