"""The images of deploy/, built and run together without a Docker daemon: `make images`, as root.

buildah builds them from the Dockerfiles, on an image of Debian that debootstrap creates in place of those of
the registry. It runs them with the environment, names and ports of compose.yaml. Volumes, networks and
read-only file systems need Docker; tests/install/test_deploy_compose.py tests them.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec import Struct

from tests.install.test_deploy import DEPLOY, EXAMPLE, ROOT, SERVICES, filled_in
from tests.install.test_deploy_mail import send
from tests.operations.test_pbem_cli import Sink, wait_for
from tests.support.ports import wait_until_listens
from tests.support.postgres import server
from tests.support.table import text_of
from tests.support.threaded_server import SmtpServer

NEEDED = ("buildah", "debootstrap")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
BASES = ("docker.io/library/python:3.11-slim-bookworm", "docker.io/library/debian:bookworm-slim")
DEBIAN = "http://deb.debian.org/debian"
INNER = ("db", "dovecot", "postfix")  # names in the inner network; here all of them are this machine
SMTP, OURS, IMAP, LMTP, WEB = 25, 10025, 143, 24, 8025

pytestmark = [
    pytest.mark.images,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may use debootstrap"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


class Builder(Struct, frozen=True):
    """buildah, which stores its images in *folder*."""

    folder: Path

    def command(self, *words: str) -> list[str]:
        store, run = self.folder / "store", self.folder / "run"
        return ["buildah", "--storage-driver", "vfs", "--root", str(store), "--runroot", str(run), *words]

    def does(self, *words: str) -> str:
        """Run buildah, which must succeed, and return what it prints."""
        done = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stderr[-2000:]}"
        return done.stdout.strip()

    def runs(self, container: str, environment: Mapping[str, str], *words: str) -> list[str]:
        """Return the command that runs *words* in *container*."""
        given = [f"--env={name}={value}" for name, value in environment.items()]
        own = ["--isolation", "chroot", "--network", "host", "--volume", f"{self.folder}/pg:{self.folder}/pg"]
        return self.command("run", *own, *given, container, "--", *words)


@pytest.fixture(scope="module")
def builder() -> Iterator[Builder]:
    folder = Path(tempfile.mkdtemp(prefix="images."))
    folder.chmod(0o755)  # each server runs as a different user
    (folder / "pg").mkdir()
    own = Builder(folder)
    try:
        _make_debian(own)
        yield own
    finally:
        subprocess.run(own.command("rm", "--all"), capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _make_debian(builder: Builder) -> None:
    debian = debian_below(builder.folder)
    container = builder.does("from", "scratch")
    builder.does("add", container, str(debian), "/")
    for name in BASES:
        builder.does("commit", container, name)


def debian_below(folder: Path) -> Path:
    """Create a Debian 12 with Python 3.11 below *folder*, for the images on which ours are based."""
    debian = folder / "debian"
    packages = "--include=python3,python3-venv,ca-certificates"
    command = ["debootstrap", "--variant=minbase", packages, "bookworm", str(debian), DEBIAN]
    subprocess.run(command, check=True, capture_output=True)
    (debian / "usr/bin/python").symlink_to("python3")
    shutil.copy(
        "/etc/ssl/certs/ca-certificates.crt", debian / "etc/ssl/certs"
    )  # pip needs those of this machine
    return debian


@pytest.fixture(scope="module")
def images(builder: Builder) -> Mapping[str, str]:
    """Build the images; return a container of each that is not started, by the name of its service."""
    build = ["build", "--pull=never", "--isolation", "chroot", "--network", "host"]
    builder.does(*build, "-f", str(DEPLOY / "Dockerfile"), "-t", "pbem", str(ROOT))
    for target in ("postfix", "dovecot"):
        builder.does(*build, "--target", target, "-t", f"pbem-{target}", str(DEPLOY / "mail"))
    hosts = [f"--add-host={name}:127.0.0.1" for name in INNER]
    return {
        name: builder.does("from", "--pull=never", *hosts, f"localhost/{SERVICES[name]['image']}")
        for name in ("pbem", "postfix", "dovecot")
    }


@contextmanager
def running(builder: Builder, container: str, given: Mapping[str, str], *words: str) -> Iterator[None]:
    command = builder.runs(container, given, *words)
    with (builder.folder / f"{container}.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def test_a_message_goes_through_all_containers(builder: Builder, images: Mapping[str, str]) -> None:
    sink = Sink()
    relay = SmtpServer(sink)
    file = EXAMPLE | {"MAILBOX_PASSWORD": "blue", "DATABASE_PASSWORD": "red"}
    file |= {"RELAY": f"[127.0.0.1]:{relay.port}", "GMS": "[]"}
    with ExitStack() as stack:
        stack.callback(relay.close)
        url = stack.enter_context(server(builder.folder / "pg"))
        given = {
            name: {key: filled_in(text, file) for key, text in SERVICES[name]["environment"].items()}
            for name in images
        }
        given["pbem"]["PBEM_DATABASE__URL"] = url
        stack.enter_context(running(builder, images["dovecot"], given["dovecot"], "start-dovecot"))
        stack.enter_context(running(builder, images["postfix"], given["postfix"], "start-postfix"))
        for port in (SMTP, OURS, IMAP, LMTP):
            wait_until_listens(port)
        stack.enter_context(running(builder, images["pbem"], given["pbem"], "pbem", "serve"))
        wait_until_listens(WEB)
        send(SMTP, message(file["JUDGE"]))
        answer = wait_for(sink, "Re: ")
        asked = (health(), ["pbem", "site"], ["pbem", "backup", "--to", "/backup"])
        said = [output_of(builder.runs(images["pbem"], given["pbem"], *words)) for words in asked]
    assert "You play by mail" in text_of(answer)
    assert answer["From"] == f"The Judge <{file['JUDGE']}>"
    assert said[0].strip() == "well"
    assert said[1].startswith("/srv/site: ")
    assert "messages 1, mails 1" in said[2]


def output_of(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def message(judge: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Ann <ann@players.example>", judge, "hello"
    mail["Message-ID"] = "<hello@players.example>"
    mail.set_content("HELP\n")
    return mail


def health() -> list[str]:
    """Return the command of HEALTHCHECK in the Dockerfile."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", "")
    (line,) = [one for one in text.splitlines() if one.startswith("HEALTHCHECK")]
    return [str(word) for word in json.loads(line.partition("CMD ")[2])]
