"""deploy/compose.yaml, unchanged, on a Docker daemon: `make compose`, as root; port 25 must be free.

The images on which ours are based come from the registry. If it cannot be reached, images of Debian 12 are
used instead, which debootstrap creates: with its own Python 3.11, PostgreSQL 15 and nginx, which are started
as in the images of the registry.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from email.message import EmailMessage
from ipaddress import ip_network
from pathlib import Path
from smtplib import SMTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from aiosmtpd.smtp import SMTP
from msgspec import Struct

from tests.install.test_deploy import DEPLOY, EXAMPLE
from tests.install.test_deploy_mail import DOMAIN, PATH, SELECTOR, RawSink, is_signed, key_in, reply_to, send
from tests.install.test_images import debian_below, health
from tests.operations.test_pbem_cli import wait_for
from tests.support.ports import free_port, wait_until_listens
from tests.support.table import text_of
from tests.support.threaded_server import Threaded
from tests.support.waiting import until

PROJECT = "pbem-trial"
DEBIAN = "debian:bookworm-slim"
SMTP_PORT = 25
SLOW = 180  # seconds; Docker waits longer with each restart
NOT_ROOT = os.geteuid() != 0

POSTGRES = r"""
FROM debian:bookworm-slim
RUN groupadd -r -g 999 postgres && useradd -r -g postgres -u 999 -d /var/lib/postgresql postgres \
    && apt-get update && apt-get install -y --no-install-recommends postgresql-common \
    && sed -i 's/#create_main_cluster.*/create_main_cluster = false/' \
        /etc/postgresql-common/createcluster.conf \
    && apt-get install -y --no-install-recommends postgresql-15 \
    && sed -i "s/#listen_addresses = 'localhost'/listen_addresses = '*'/" \
        /usr/share/postgresql/15/postgresql.conf.sample
ENV LANG=C.UTF-8 PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY begin /usr/local/bin/begin
RUN chmod 755 /usr/local/bin/begin
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["begin"]
CMD ["postgres"]
"""
BEGIN = r"""#!/bin/sh
# As in the image of the registry: a temporary server that only listens at a socket creates a new database.
set -eu
if [ "$(id -u)" = 0 ]; then
    install -d -o postgres -g postgres -m 700 "$PGDATA"
    exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if ! [ -s "$PGDATA/PG_VERSION" ]; then
    (umask 077; echo "$POSTGRES_PASSWORD" > /tmp/password)
    initdb -U "$POSTGRES_USER" --pwfile=/tmp/password
    rm /tmp/password
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    pg_ctl -w -o "-c listen_addresses=''" start
    createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
    pg_ctl -w -m fast stop
fi
exec "$@"
"""
NGINX = r"""
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light \
    && rm -rf /etc/nginx/sites-enabled/* && ln -sf /dev/stdout /var/log/nginx/access.log \
    && ln -sf /dev/stderr /var/log/nginx/error.log
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
"""
PYTHON = r"""
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-venv \
    && ln -sf python3 /usr/bin/python
"""
STAND_INS = {
    "python:3.11-slim-bookworm": PYTHON,
    "postgres:15-bookworm": POSTGRES,
    "nginx:1.26-alpine": NGINX,
}


def missing() -> str:
    """Return why the tests cannot be run here; "" if they can."""
    if NOT_ROOT:
        return "only root may use Docker and debootstrap"
    if shutil.which("docker") is None:
        return "docker is not installed"
    if shutil.which("opendkim-genkey", path=PATH) is None:
        return "opendkim-genkey is not installed (opendkim-tools)"
    asked = (("info", "no Docker daemon answers"), ("compose version", "compose 2 is not installed"))
    return next((what for words, what in asked if not does(*words.split())), "")


pytestmark = pytest.mark.images


def does(*words: str) -> bool:
    command = ["docker", *words]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def docker(*words: str, given: bytes | None = None) -> str:
    """Run docker, which must succeed, and return what it prints."""
    command = ["docker", *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stderr.decode()[-2000:]}"
    return done.stdout.decode().strip()


class Host(Struct, frozen=True):
    """A running compose project, which has only the files of deploy/ and an environment file."""

    folder: Path
    web: int
    sink: RawSink

    def compose(self, *words: str) -> str:
        files = ["--env-file", str(self.folder / ".env"), "-f", str(DEPLOY / "compose.yaml")]
        return docker("compose", "-p", PROJECT, *files, *words)

    def runs(self, service: str, *words: str) -> str:
        return self.compose("exec", "-T", service, *words)

    def container(self, service: str) -> dict[str, Any]:
        (found,) = json.loads(docker("inspect", self.compose("ps", "-aq", service)))
        return dict(found)

    def is_healthy(self) -> bool:
        return bool(self.container("pbem")["State"]["Health"]["Status"] == "healthy")

    def comes_up(self) -> None:
        self.compose("up", "-d")
        wait_until_listens(SMTP_PORT)
        assert until(self.is_healthy, SLOW)

    def key(self) -> bytes:
        return key_in(self.folder / "dkim")

    def order(self, text: str, name: str) -> Any:
        """Send orders of France, and return the answer."""
        report = wait_for(self.sink, "+france.")
        assert until(lambda: _is_taken(reply_to(report, text, name)), SLOW)
        assert until(lambda: self.answer(name), SLOW)
        return self.answer(name)

    def answer(self, name: str) -> Any:
        sent = [mail for mail in self.sink.mails if mail["In-Reply-To"] == f"<{name}@players.example>"]
        return sent[-1] if sent else None

    def page(self, path: str) -> str:
        return str(urlopen(f"http://127.0.0.1:{self.web}{path}", timeout=60).read().decode())


def _is_taken(mail: EmailMessage) -> bool:
    """Return whether the message was accepted: Docker listens before the server in the container does."""
    try:
        send(SMTP_PORT, mail)
    except (OSError, SMTPException):
        return False
    return True


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    if what := missing():
        pytest.skip(what)
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="compose."))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.callback(_remove, _bases(folder))
        for name, owner in (("backups", 10001), ("dkim", 0)):
            (folder / name).mkdir(mode=0o700)
            os.chown(folder / name, owner, owner)
        genkey = ["opendkim-genkey", "-b", "2048", "-d", DOMAIN, "-s", SELECTOR, "-D", str(folder / "dkim")]
        subprocess.run(genkey, check=True, env={"PATH": PATH})
        sink = RawSink()
        net = docker("network", "inspect", "bridge", "-f", "{{(index .IPAM.Config 0).Subnet}}")
        address = str(next(ip_network(net).hosts()))  # of this machine, as containers see it
        relay = stack.enter_context(
            Threaded(
                lambda loop: loop.create_server(lambda: SMTP(sink, loop=loop, hostname="mx"), address, 0)
            )
        )
        own = Host(folder, free_port(), sink)
        _fill_in(folder / ".env", own, f"[{address}]:{relay.port}")
        stack.callback(own.compose, "down", "--volumes", "--timeout", "60")
        own.compose("build")
        own.comes_up()
        yield own


def _fill_in(file: Path, host: Host, relay: str) -> None:
    given: Mapping[str, str] = EXAMPLE | {
        "DATABASE_PASSWORD": "red", "MAILBOX_PASSWORD": "blue", "RELAY": relay, "DKIM_SELECTOR": SELECTOR,
        "DKIM_KEYS": str(host.folder / "dkim"), "BACKUPS": str(host.folder / "backups"),
        "WEB_PORT": str(host.web), "SITE_URL": f"http://{DOMAIN}",
    }  # fmt: skip
    file.write_text("".join(f"{name}={value}\n" for name, value in given.items()))


def _is_available(image: str) -> bool:
    """Return whether the image is on this machine or in the registry."""
    return does("image", "inspect", image) or does("pull", image)


def _bases(folder: Path) -> list[str]:
    """Provide the images on which ours are based; return those for which an image of Debian stands in."""
    lacking = [image for image in (DEBIAN, *STAND_INS) if not _is_available(image)]
    if lacking and shutil.which("debootstrap") is None:
        pytest.skip(f"neither a registry nor debootstrap for {', '.join(lacking)}")
    if lacking:
        print(f"Debian 12 stands in for: {', '.join(lacking)}")
    if DEBIAN in lacking:
        command = ["tar", "-C", str(debian_below(folder)), "-c", "."]
        docker("import", "-", DEBIAN, given=subprocess.run(command, check=True, capture_output=True).stdout)
    (folder / "stand-ins").mkdir()
    (folder / "stand-ins" / "begin").write_text(BEGIN)
    for image in lacking:
        if image in STAND_INS:
            docker(
                "build", "-t", image, "-f", "-", str(folder / "stand-ins"), given=STAND_INS[image].encode()
            )
    return lacking


def _remove(images: list[str]) -> None:
    if images:
        docker("image", "rm", "--force", *images)


def test_a_message_is_answered_and_the_answer_is_signed(host: Host) -> None:
    who = ["--gm", "gm@players.example", "--player", "France=ann@players.example"]
    host.runs("pbem", "pbem", "new", "std3", "--game", "standard", *who)
    answer = host.order("A Paris - Burgundy", "first")
    assert "Army Paris moves to Burgundy" in text_of(answer)
    assert is_signed(host.sink.raw[str(answer["Message-ID"])], dnsfunc=lambda *_, **__: host.key())
    assert host.runs("pbem", *health()) == "well"


def test_the_archive_and_stop_links_are_served_but_not_health_and_metrics(host: Host) -> None:
    host.runs("pbem", "pbem", "run", "std3", "--now")
    host.runs("archive", "pbem", "site")
    assert "std3" in host.page("/")
    assert "Burgundy" in host.page("/std3/1.html")
    links = re.findall(rf"<http://{DOMAIN}(/stop/[^>]+)>", " ".join(str(mail) for mail in host.sink.mails))
    assert "The bulletins of std3" in host.page(links[-1])
    for path in ("/health", "/metrics"):
        with pytest.raises(HTTPError, match="404"):
            host.page(path)


def test_the_service_has_no_privileges_and_may_write_only_in_tmp(host: Host) -> None:
    tried = "for f in /x /var/lib/pbem/x /srv/site/x /tmp/x; do touch $f && echo $f; done; true"
    assert host.runs("pbem", "sh", "-c", tried) == "/tmp/x"  # noqa: S108 - of the container
    status = dict(line.split(":\t", 1) for line in host.runs("pbem", "cat", "/proc/self/status").splitlines())
    assert (status["CapBnd"], status["CapEff"], status["NoNewPrivs"]) == ("0" * 16, "0" * 16, "1")
    assert host.runs("pbem", "id", "-u") == "10001"


def test_the_archive_the_database_and_dovecot_cannot_reach_the_internet(host: Host) -> None:
    probe = "import socket; socket.create_connection(('deb.debian.org', 80), 5)"

    def is_reached_by(service: str) -> bool:
        try:
            host.runs(service, "python", "-c", probe)
        except AssertionError:
            return False
        return True

    if not is_reached_by("pbem"):
        pytest.skip("this machine cannot reach the internet")
    assert not is_reached_by("archive")
    networks = {name: set(host.container(name)["NetworkSettings"]["Networks"]) for name in ("db", "dovecot")}
    assert networks == {name: {f"{PROJECT}_inside"} for name in ("db", "dovecot")}


@pytest.mark.parametrize("service", ["pbem", "dovecot", "db", "postfix"])
def test_a_container_that_is_killed_is_restarted(host: Host, service: str) -> None:
    before = host.container(service)
    os.kill(before["State"]["Pid"], signal.SIGKILL)
    assert until(lambda: host.container(service)["RestartCount"] > before["RestartCount"], SLOW)
    wait_until_listens(SMTP_PORT)
    assert "Army Marseilles moves to Spain" in text_of(
        host.order("A Marseilles - Spain", f"killed.{service}")
    )


def test_an_orphan_that_is_killed_does_not_stop_the_database(host: Host) -> None:
    host.runs("db", "sh", "-c", "(sleep 60 & echo $! > /tmp/orphan); kill -9 $(cat /tmp/orphan); sleep 1")
    assert "reinitializing" not in host.compose("logs", "--no-log-prefix", "--since", "30s", "db")


def test_messages_wait_in_postfix_while_dovecot_is_down(host: Host) -> None:
    host.compose("stop", "dovecot")
    report = wait_for(host.sink, "+france.")
    assert _is_taken(reply_to(report, "F Brest - Gascony", "waits"))
    assert until(lambda: "status=deferred" in host.compose("logs", "--since", "60s", "postfix"), SLOW)
    host.compose("start", "dovecot")
    assert until(lambda: host.answer("waits"), SLOW)


def test_the_service_waits_for_a_database_that_starts_last(host: Host) -> None:
    host.compose("stop", "db")
    host.compose("restart", "--no-deps", "pbem")
    assert until(lambda: host.container("pbem")["RestartCount"] > 0, SLOW)
    said = host.compose("logs", "--no-log-prefix", "--tail", "1", "pbem")
    assert "pbem: database postgresql+psycopg://pbem:***@db/pbem: cannot be opened" in said
    host.compose("start", "db")
    assert until(host.is_healthy, SLOW)
    assert "Army Marseilles" in text_of(host.order("A Marseilles - Gascony", "last"))


def test_all_containers_stop_in_time_when_asked_to(host: Host) -> None:
    """Docker kills a container that has not stopped after its grace period; its exit code is then 137."""
    host.compose("stop")
    services = host.compose("config", "--services").splitlines()
    codes = {name: host.container(name)["State"]["ExitCode"] for name in services}
    terminated = 128 + signal.SIGTERM  # the shell in the archive, which has nothing to finish
    assert codes == dict.fromkeys(services, 0) | {"archive": terminated}
    host.comes_up()
    assert "std3" in host.runs("pbem", "pbem", "games")


def test_a_game_continues_on_a_new_machine_from_a_backup(host: Host) -> None:
    host.compose("run", "--rm", "-T", "backup")
    (file,) = (host.folder / "backups").iterdir()
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (10001, 0o600)
    host.compose("down", "--volumes")
    host.compose("run", "--rm", "-T", "backup", "pbem", "restore", f"/backup/{file.name}")
    host.comes_up()
    assert "Army Burgundy moves to Munich" in text_of(host.order("A Burgundy - Munich", "restored"))
