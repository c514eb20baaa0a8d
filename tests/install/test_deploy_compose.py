"""deploy/compose.yaml as it stands, on a Docker daemon: `make compose`, by root; port 25 must be free.

The images that ours are made from come from the registry. Where that is out of reach, Debian 12 stands in for
them, made by debootstrap: its own Python 3.11, PostgreSQL 15 and nginx, begun as the registry's are.
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
NOT_A_ROOT = os.geteuid() != 0

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
# As the registry's does: a new database is made by a server that listens at its socket only.
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
    """What there is not, of all that is needed; "" if there is all."""
    if NOT_A_ROOT:
        return "only root may ask Docker and make a Debian"
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
    """What it prints; it must succeed."""
    command = ["docker", *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stderr.decode()[-2000:]}"
    return done.stdout.decode().strip()


class Host(Struct, frozen=True):
    """A machine with nothing but deploy/ and an environment file."""

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

    def is_well(self) -> bool:
        return bool(self.container("pbem")["State"]["Health"]["Status"] == "healthy")

    def rises(self) -> None:
        self.compose("up", "-d")
        wait_until_listens(SMTP_PORT)
        assert until(self.is_well, SLOW)

    def key(self) -> bytes:
        return key_in(self.folder / "dkim")

    def order(self, text: str, name: str) -> Any:
        """The answer to a message of France."""
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
    """Not while a container begins: Docker listens before anybody is there."""
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
        stack.callback(_forget, _bases(folder))
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
        own.rises()
        yield own


def _fill_in(file: Path, host: Host, relay: str) -> None:
    given: Mapping[str, str] = EXAMPLE | {
        "DATABASE_PASSWORD": "red", "MAILBOX_PASSWORD": "blue", "RELAY": relay, "DKIM_SELECTOR": SELECTOR,
        "DKIM_KEYS": str(host.folder / "dkim"), "BACKUPS": str(host.folder / "backups"),
        "WEB_PORT": str(host.web), "SITE_URL": f"http://{DOMAIN}",
    }  # fmt: skip
    file.write_text("".join(f"{name}={value}\n" for name, value in given.items()))


def _is_had(image: str) -> bool:
    """Is it here, or in the registry?"""
    return does("image", "inspect", image) or does("pull", image)


def _bases(folder: Path) -> list[str]:
    """The images that ours are made from are here; of these, those that Debian stands in for."""
    lacking = [image for image in (DEBIAN, *STAND_INS) if not _is_had(image)]
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


def _forget(images: list[str]) -> None:
    if images:
        docker("image", "rm", "--force", *images)


def test_a_message_comes_in_and_its_answer_leaves_signed(host: Host) -> None:
    who = ["--gm", "gm@players.example", "--player", "France=ann@players.example"]
    host.runs("pbem", "pbem", "new", "std3", "--game", "standard", *who)
    answer = host.order("A Paris - Burgundy", "first")
    assert "Army Paris moves to Burgundy" in text_of(answer)
    assert is_signed(host.sink.raw[str(answer["Message-ID"])], dnsfunc=lambda *_, **__: host.key())
    assert host.runs("pbem", *health()) == "well"


def test_the_archive_is_served_and_nothing_else_of_the_service(host: Host) -> None:
    host.runs("pbem", "pbem", "run", "std3", "--now")
    host.runs("archive", "pbem", "site")
    assert "std3" in host.page("/")
    assert "Burgundy" in host.page("/std3/1.html")
    links = re.findall(rf"<http://{DOMAIN}(/stop/[^>]+)>", " ".join(str(mail) for mail in host.sink.mails))
    assert "The bulletins of std3" in host.page(links[-1])
    for path in ("/health", "/metrics"):
        with pytest.raises(HTTPError, match="404"):
            host.page(path)


def test_the_service_may_write_nowhere_but_in_its_temporary_folder(host: Host) -> None:
    tried = "for f in /x /var/lib/pbem/x /srv/site/x /tmp/x; do touch $f && echo $f; done; true"
    assert host.runs("pbem", "sh", "-c", tried) == "/tmp/x"  # noqa: S108 - of the container
    status = dict(line.split(":\t", 1) for line in host.runs("pbem", "cat", "/proc/self/status").splitlines())
    assert (status["CapBnd"], status["CapEff"], status["NoNewPrivs"]) == ("0" * 16, "0" * 16, "1")
    assert host.runs("pbem", "id", "-u") == "10001"


def test_only_those_of_the_outside_reach_the_net(host: Host) -> None:
    probe = "import socket; socket.create_connection(('deb.debian.org', 80), 5)"

    def is_reached_by(service: str) -> bool:
        try:
            host.runs(service, "python", "-c", probe)
        except AssertionError:
            return False
        return True

    if not is_reached_by("pbem"):
        pytest.skip("this machine has no way to the net")
    assert not is_reached_by("archive")
    networks = {name: set(host.container(name)["NetworkSettings"]["Networks"]) for name in ("db", "dovecot")}
    assert networks == {name: {f"{PROJECT}_inside"} for name in ("db", "dovecot")}


@pytest.mark.parametrize("service", ["pbem", "dovecot", "db", "postfix"])
def test_a_container_is_killed_and_comes_back(host: Host, service: str) -> None:
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


def test_messages_wait_while_the_mailbox_is_down(host: Host) -> None:
    host.compose("stop", "dovecot")
    report = wait_for(host.sink, "+france.")
    assert _is_taken(reply_to(report, "F Brest - Gascony", "waits"))
    assert until(lambda: "status=deferred" in host.compose("logs", "--since", "60s", "postfix"), SLOW)
    host.compose("start", "dovecot")
    assert until(lambda: host.answer("waits"), SLOW)


def test_the_database_may_come_up_last(host: Host) -> None:
    host.compose("stop", "db")
    host.compose("restart", "--no-deps", "pbem")
    assert until(lambda: host.container("pbem")["RestartCount"] > 0, SLOW)
    said = host.compose("logs", "--no-log-prefix", "--tail", "1", "pbem")
    assert "pbem: database postgresql+psycopg://pbem:***@db/pbem: cannot be opened" in said
    host.compose("start", "db")
    assert until(host.is_well, SLOW)
    assert "Army Marseilles" in text_of(host.order("A Marseilles - Gascony", "last"))


def test_all_stop_when_they_are_asked(host: Host) -> None:
    """Nobody has to be killed, which Docker does after the grace of each: 137."""
    host.compose("stop")
    services = host.compose("config", "--services").splitlines()
    codes = {name: host.container(name)["State"]["ExitCode"] for name in services}
    asked = 128 + signal.SIGTERM  # a shell in the archive, which has nothing to put away
    assert codes == dict.fromkeys(services, 0) | {"archive": asked}
    host.rises()
    assert "std3" in host.runs("pbem", "pbem", "games")


def test_a_new_machine_plays_on_from_a_backup(host: Host) -> None:
    host.compose("run", "--rm", "-T", "backup")
    (file,) = (host.folder / "backups").iterdir()
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (10001, 0o600)
    host.compose("down", "--volumes")
    host.compose("run", "--rm", "-T", "backup", "pbem", "restore", f"/backup/{file.name}")
    host.rises()
    assert "Army Burgundy moves to Munich" in text_of(host.order("A Burgundy - Munich", "restored"))
