#!/usr/bin/env bash
# Run real mail servers on 127.0.0.1: mailboxes of players (Dovecot), and Postfix between them and the service.
#
#   mailnet.sh up             start both servers (as root, because of Postfix)
#   mailnet.sh down           stop them; the folder is kept
#   mailnet.sh up-boxes       start only the mailboxes, for which no root is needed
#   mailnet.sh down-boxes     stop them
#   mailnet.sh away WHO TEXT  from now on WHO's mailbox answers messages with the vacation notice TEXT
#   mailnet.sh back WHO       stop that
#   mailnet.sh renumber WHO   give WHO's messages new numbers (another UIDVALIDITY)
#   mailnet.sh hang-up WHO    close WHO's IMAP connections
#   mailnet.sh log            print the ends of the logs of both servers
#
# The folder and the ports come from the environment. There are no defaults, so that several copies can run at once:
#   MAILNET_DIR, MAILNET_IMAP, MAILNET_DELIVERY (LMTP of Dovecot); and, except for the mailboxes alone,
#   MAILNET_SMTP, MAILNET_JUDGE, MAILNET_JUDGE_LMTP
# MAILNET_LMTP_PLUGINS is optional: the mailboxes alone need none, "away" needs sieve.
#
# players.example     mailboxes alice, bob, carol and judge, with the password "secret"; others are unknown
# judge.example       to the service by SMTP at MAILNET_JUDGE
# lmtp.judge.example  to the service by LMTP at MAILNET_JUDGE_LMTP
# imap.judge.example  into the mailbox "judge", which the service reads by IMAP
set -euo pipefail

: "${MAILNET_DIR:?}" "${MAILNET_IMAP:?}" "${MAILNET_DELIVERY:?}"
owner=${MAILNET_USER:-nobody}   # Dovecot runs as an ordinary user
[ "$(id -u)" = 0 ] || owner=$(id -un)
group=$(id -gn "$owner")
boxes=$MAILNET_DIR/boxes
relay=$MAILNET_DIR/relay
mailboxes="alice bob carol judge"
plugins=${MAILNET_LMTP_PLUGINS-sieve}   # of LMTP, which exits at each start if one is not installed

as_owner() { if [ "$(id -un)" = "$owner" ]; then "$@"; else su "$owner" -s /bin/bash -c "$*"; fi; }
doveadm_here() { as_owner doveadm -c "$boxes/dovecot.conf" "$@"; }

main() {
    local verb=${1:-}
    case $verb in
        up)       up ;;
        down)     down ;;
        up-boxes) up_boxes ;;
        down-boxes) doveadm_here stop || true ;;
        away)     away "$2" "$3" ;;
        back)     back "$2" ;;
        renumber) renumber "$2" ;;
        hang-up)  doveadm_here kick "$2" >/dev/null ;;
        log)      tail -n 40 "$MAILNET_DIR/start.log" "$relay/log/mail.log" "$boxes/dovecot.log" ;;
        *)        sed -n '2,/^set/{/^set/d;p}' "$0" >&2; return 2 ;;
    esac
}

up() {
    : "${MAILNET_SMTP:?}" "${MAILNET_JUDGE:?}" "${MAILNET_JUDGE_LMTP:?}"
    install -d -m 755 "$MAILNET_DIR" "$relay" "$relay/etc" "$relay/log" "$relay/spool"
    install -d -o postfix -g postfix "$relay/data"
    main_cf > "$relay/etc/main.cf"
    master_cf > "$relay/etc/master.cf"
    routes > "$relay/etc/routes"
    accepted > "$relay/etc/accepted"
    up_boxes
    postfix -c "$relay/etc" start </dev/null >>"$MAILNET_DIR/start.log" 2>&1
    all_answer "$MAILNET_SMTP"
}

up_boxes() {
    install -d -m 755 "$MAILNET_DIR"
    install -d -o "$owner" -g "$group" "$boxes" "$boxes/run" "$boxes/state" "$boxes/mail"
    printf '%s:{PLAIN}secret::::::\n' $mailboxes > "$boxes/passwords"
    dovecot_conf > "$boxes/dovecot.conf"
    chown -R "$owner:$group" "$boxes"
    # the servers must not inherit our output, because our caller waits until it is closed
    as_owner dovecot -c "$boxes/dovecot.conf" </dev/null >>"$MAILNET_DIR/start.log" 2>&1
    all_answer "$MAILNET_IMAP" "$MAILNET_DELIVERY"
}

all_answer() {
    local port
    for port in "$@"; do
        answers "$port" || { echo "mailnet.sh: nobody answers at port $port; see: mailnet.sh log" >&2; return 1; }
    done
}

down() {
    postfix -c "$relay/etc" stop 2>/dev/null || true
    doveadm_here stop || true
}

answers() {  # within a minute
    local try
    for try in $(seq 600); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    return 1
}

away() {
    printf 'require ["vacation"];\nvacation :days 1 :subject "Away" "%s";\n' "$2" > "$boxes/$1.sieve"
    rm -f "$boxes/$1.svbin"
    chown "$owner:$group" "$boxes/$1.sieve"
}

back() { rm -f "$boxes/$1.sieve" "$boxes/$1.svbin"; }

renumber() {  # Dovecot creates a new list with a new UIDVALIDITY, which is a time in seconds
    sleep 1
    doveadm_here kick "$1" >/dev/null || true
    local try
    for try in $(seq 600); do  # a connection that ends writes the list once more
        doveadm_here who -1 "$1" | grep -q "^$1" || break
        [ "$try" -lt 600 ] || { echo "mailnet.sh: $1 is still connected after a minute" >&2; return 1; }
        sleep 0.1
    done
    find "$boxes/mail/$1" -maxdepth 1 -name 'dovecot*' -delete
}

routes() {
    echo "players.example lmtp:inet:[127.0.0.1]:$MAILNET_DELIVERY"
    echo "judge.example smtp:[127.0.0.1]:$MAILNET_JUDGE"
    echo "lmtp.judge.example lmtp:inet:[127.0.0.1]:$MAILNET_JUDGE_LMTP"
    echo "imap.judge.example lmtp:inet:[127.0.0.1]:$MAILNET_DELIVERY"
}

accepted() { routes | sed 's/^\([^ ]*\) .*/@\1 OK/'; }

main_cf() {
    cat <<CF
compatibility_level = 3.6
queue_directory = $relay/spool
data_directory = $relay/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = $MAILNET_DIR
maillog_file = $relay/log/mail.log

myhostname = mx.players.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
relay_domains = texthash:$relay/etc/routes
relay_recipient_maps = texthash:$relay/etc/accepted
transport_maps = texthash:$relay/etc/routes
default_transport = error:there is no such place in this world
smtpd_relay_restrictions = permit_mynetworks,reject
disable_dns_lookups = yes
message_size_limit = 50000000

# temporary failures are retried, and given up, so soon that a test can wait for it
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 4s
maximal_queue_lifetime = 2m
bounce_queue_lifetime = 1m
CF
}

master_cf() {  # the file of Debian, but with our port and without chroot
    awk -v smtp="127.0.0.1:$MAILNET_SMTP" '
        /^#/ || !NF { next }
        /^[^ \t]/   { if ($1 == "smtp" && $2 == "inet") $1 = smtp; $5 = "n"; if ($1 == "postlog") logs = 1 }
                    { print }
        END         { if (!logs) print "postlog unix-dgram n - n - 1 postlogd" }
    ' /usr/share/postfix/master.cf.dist
}

dovecot_conf() {  # the empty chroot lines let it run without root
    cat <<CONF
base_dir = $boxes/run
state_dir = $boxes/state
log_path = $boxes/dovecot.log
listen = 127.0.0.1
protocols = imap lmtp
default_internal_user = $owner
default_internal_group = $group
default_login_user = $owner
first_valid_uid = 0
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:$boxes/mail/%u
mail_max_userip_connections = 100
submission_host = 127.0.0.1:${MAILNET_SMTP:-25}
namespace inbox {
  inbox = yes
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u $boxes/passwords
}
userdb {
  driver = passwd-file
  args = username_format=%u $boxes/passwords
  override_fields = uid=$owner gid=$group home=$boxes/mail/%u
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service auth {
  user = $owner
}
service auth-worker {
  user = $owner
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = $MAILNET_IMAP
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $MAILNET_DELIVERY
  }
}
protocol lmtp {
  postmaster_address = postmaster@players.example
  auth_username_format = %Ln
  mail_plugins = $plugins
}
plugin {
  sieve = file:$boxes/%u.sieve
}
CONF
}

main "$@"
