// The settings of Dovecot and Postfix for the tests on real servers.

export interface Ports {
  readonly imap: number;
  readonly lmtp: number;
  /** Where Postfix asks Dovecot who may log in. */
  readonly sasl: number;
  /** As the internet's mail exchangers see it: no login, local recipients only. */
  readonly smtp: number;
  /** For people and the service: with login. */
  readonly submission: number;
}

/** Another way for the mail to a service than Dovecot: by LMTP to a socket, or to a program. */
export interface DeliveryRoute {
  /** Of the service, without its domain. */
  readonly name: string;
  /** What Postfix calls the way: `lmtp:unix:/path`, or `nexpost:` for the program. */
  readonly transport: string;
  readonly program: { readonly user: string; readonly argv: string } | null;
}

/** Access tokens that Dovecot takes beside passwords, and TLS. */
export interface OauthOptions {
  /** Where Dovecot asks whether a token is valid, and whose it is (RFC 7662). */
  readonly introspectionUrl: string;
}

/** Only tokens are looked up in this list. Passwords have their own. */
const oauthConf = (dir: string): string => `
auth_mechanisms = plain login xoauth2 oauthbearer
ssl = yes
ssl_cert = <${dir}/tls.cert
ssl_key = <${dir}/tls.key
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${dir}/oauth2.conf
}
`;

export const introspectionConf = ({ introspectionUrl }: OauthOptions): string => `
introspection_url = ${introspectionUrl}
introspection_mode = post
force_introspection = yes
username_attribute = user
active_attribute = active
active_value = true
`;

/** Every user name is known, with the one password, except the denied ones. */
export const dovecotConf = (
  dir: string,
  ids: { readonly uid: number; readonly gid: number },
  ports: Ports,
  oauth: OauthOptions | null,
): string => `
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = dovecot
default_internal_group = dovecot
default_login_user = dovecot
first_valid_uid = ${ids.uid}
first_valid_gid = ${ids.gid}
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_username_format = %Lu
auth_failure_delay = 0
mail_max_userip_connections = 256
mail_location = maildir:~/Maildir
recipient_delimiter = +
passdb {
  driver = passwd-file
  args = ${dir}/denied
  deny = yes
}
${oauth === null ? '' : oauthConf(dir)}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${ids.uid} gid=${ids.gid} home=${dir}/mail/%n
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
service auth {
  inet_listener sasl {
    address = 127.0.0.1
    port = ${ports.sasl}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
protocol lmtp {
  postmaster_address = postmaster@lab.test
}
`;

export const mainCf = (dir: string, domain: string, ports: Ports): string => `
compatibility_level = 3.6
queue_directory = ${dir}/spool
data_directory = ${dir}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${dir}/postfix.log
maillog_file_prefixes = ${dir}
myhostname = mx.${domain}
mydomain = ${domain}
mydestination =
alias_maps =
biff = no
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/32
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = texthash:${dir}/etc/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:${ports.lmtp}
transport_maps = texthash:${dir}/etc/transport
nexpost_destination_recipient_limit = 1
recipient_delimiter = +
default_transport = error:5.1.2 no mail leaves this test
relay_transport = error:5.1.2 no mail leaves this test
smtp_dns_support_level = disabled
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${ports.sasl}
smtpd_sender_login_maps = texthash:${dir}/etc/logins
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
message_size_limit = 26214400
minimal_backoff_time = 1s
maximal_backoff_time = 5s
queue_run_delay = 1s
`;

/**
 * Who logs in may write only as themselves, and then Postfix vouches for them: PREPEND puts Authentication-Results on top.
 * What comes from outside loses any such header it brings.
 */
export const masterCf = (ports: Ports, routes: readonly DeliveryRoute[]): string => `
127.0.0.1:${ports.smtp} inet n - n - - smtpd
  -o smtpd_sasl_auth_enable=no
  -o cleanup_service_name=outside
127.0.0.1:${ports.submission} inet n - n - - smtpd
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
  -o smtpd_sender_restrictions=reject_sender_login_mismatch,check_sender_access,texthash:$queue_directory/../etc/vouch
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
outside unix n - n - 0 cleanup
  -o header_checks=regexp:$queue_directory/../etc/outside-headers
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
${routes.map(({ program }) => program && `nexpost unix - n n - - pipe flags=DR user=${program.user} argv=${program.argv}\n`).join('')}`;

export const headerChecks = '/^Authentication-Results:/ IGNORE\n';
