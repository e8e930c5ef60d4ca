#!/bin/bash
# Runs inside the bare Debian: starts what systemd would start, asks `nexpost init` for a configuration, and plays.
set -euo pipefail
mount -t proc proc /proc
ip link set lo up
# The server, and the network of the players: for rspamd they are not this machine.
ip address add 203.0.113.1/32 dev lo
ip address add 198.51.100.7/32 dev lo

# The DNS of both domains.
key_of() { tr -d '\n' <"$1" | grep -o '"[^"]*"' | tr -d '"\n'; }
openssl genrsa -out /srv/friends.key 2048 2>/dev/null
friends_key="v=DKIM1; k=rsa; p=$(openssl rsa -in /srv/friends.key -pubout 2>/dev/null | grep -v KEY | tr -d '\n')"
# One string of a TXT record has 255 characters at most.
split() { echo "$1" | sed 's/.\{200\}/&,/g'; }
echo 'nameserver 127.0.0.1' >/etc/resolv.conf
dnsmasq --no-resolv --no-hosts --listen-address=127.0.0.1 --bind-interfaces --user=root \
  --local=/test/ --address=/mail.club.test/203.0.113.1 --mx-host=club.test,mail.club.test,10 \
  --txt-record='club.test,v=spf1 mx -all' --txt-record='_dmarc.club.test,v=DMARC1; p=quarantine' \
  --txt-record="mail._domainkey.club.test,$(split "$(key_of /srv/dkim.txt)")" \
  --address=/friends.test/198.51.100.7 --mx-host=friends.test,friends.test,10 \
  --txt-record='friends.test,v=spf1 ip4:198.51.100.7 -all' --txt-record='_dmarc.friends.test,v=DMARC1; p=reject' \
  --txt-record="one._domainkey.friends.test,$(split "$friends_key")"

# There is no syslog. The mailboxes of the players are served by players.mjs.
postconf -e 'maillog_file = /var/log/postfix.log'
postconf -e 'transport_maps = inline:{ { friends.test = smtp:[127.0.0.1]:2525 } }'
mkdir -p /run/rspamd && chown _rspamd: /run/rspamd
rspamd --user _rspamd --group _rspamd
# It makes the folder of Dovecot's socket.
postfix start
dovecot
for port in 25 143 11332; do
  for _ in $(seq 100); do
    (: <>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break
    sleep 0.2
  done
done

# Step 6.
password=$(cat /srv/games.password)
printf '%s\n' games@club.test n 127.0.0.1:143 games "$password" 127.0.0.1:25 - mail.club.test operator@friends.test |
  nexpost init --config /etc/nexpost.json
[ "$(stat -c '%U %a' /etc/nexpost.json)" = 'nexpost 600' ]

# What the unit does.
install -d -o nexpost -g nexpost -m 0700 /var/lib/nexpost
touch /srv/nexpost.out
start=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/nexpost.service)
setpriv --reuid=nexpost --regid=nexpost --clear-groups $start >/srv/nexpost.out 2>/srv/nexpost.log &
for _ in $(seq 150); do
  grep -q '"ready":true' /srv/nexpost.out && break
  sleep 0.2
done
nexpost check --data /var/lib/nexpost --config /etc/nexpost.json --mail

# Step 7.
node /srv/players.mjs
echo "Proofs: $(grep -c '"proof":"authentication-results"' /srv/nexpost.log)"
