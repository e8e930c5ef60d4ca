// The port Sender: nodemailer's pooled SMTP transport; rendered mails go out byte for byte.
import { createTransport } from 'nodemailer';
import type { Log, Sender, SendResult, ServerStanding } from '#service/ports.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly connections: number;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  /** One for each recipient that was not taken. */
  readonly rejectedErrors?: readonly Refusal[];
}

interface Refusal {
  readonly recipient?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Addresses the server takes nothing for, ever. What it says of the sender (5.7, RFC 3463) is not about them. */
const deadIn = (refusals: readonly Refusal[] | undefined): readonly string[] =>
  (refusals ?? []).flatMap(({ recipient, responseCode = 0, response = '' }) =>
    recipient !== undefined && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response) ? [recipient] : [],
  );

/** Only what the server says of this mail is final; a refused login, a sender's quota, a broken connection is not the mail's fault. */
function resultOf(error: SmtpError): SendResult {
  const isAboutMail = ['RCPT TO', 'DATA'].includes(error.command ?? '');
  const isFinal = isAboutMail && (error.responseCode ?? 0) >= 500;
  const why = error.message;
  return isFinal ? { kind: 'rejected', why, dead: deadIn(error.rejectedErrors) } : { kind: 'failed', why };
}

// What createTransport makes of a pool is a type of its own, without a name to write here.
function transportOf(settings: SmtpSettings) {
  const { host, port, secure, user, password, connections } = settings;
  const isPlain = isLoopback(host) && !secure;
  return createTransport({
    host,
    port,
    secure,
    ...(isPlain ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    pool: true,
    maxConnections: connections,
    maxMessages: 1_000,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Logs in and leaves; rejects with what the server says. */
export async function smtpFault(settings: SmtpSettings): Promise<void> {
  const transport = transportOf(settings);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** How the server stands, by an error; null: it is there and answers. A login it cannot check now (454, RFC 4954) is not a refused one. */
function standingIn({ code, command, responseCode }: SmtpError): ServerStanding | null {
  if (code === 'EAUTH') return responseCode !== undefined && responseCode < 500 ? 'unreachable' : 'refused';
  return responseCode === undefined || command === 'CONN' ? 'unreachable' : null;
}

function tell(log: Log, standing: ServerStanding, why: string): void {
  if (standing === 'connected') log.info('smtp-connected');
  else if (standing === 'refused') log.error('smtp-login-refused', { why });
  else log.warn('smtp-unreachable', { why });
}

/** The same, said in the log: does the server take us? */
export async function smtpStanding(settings: SmtpSettings, log: Log): Promise<ServerStanding> {
  const [standing, why] = await smtpFault(settings).then(
    () => ['connected', ''] as const,
    (error: unknown) => [standingIn(error as SmtpError) ?? 'unreachable', (error as SmtpError).message] as const,
  );
  tell(log, standing, why);
  return standing;
}

export function smtpSender(settings: SmtpSettings, log: Log): Sender {
  const transport = transportOf(settings);
  transport.on('error', (error: Error) => log.warn('smtp-error', { why: error.message }));
  let standing: ServerStanding | null = null;
  /** Said when it changes: every mail that waits meets the same. */
  const stands = (now: ServerStanding, why = ''): void => {
    if (now === standing) return;
    standing = now;
    tell(log, now, why);
  };
  return {
    send: async mail => {
      try {
        const info = await transport.sendMail({
          envelope: { from: mail.from, to: [...mail.to] },
          raw: Buffer.from(mail.raw),
        });
        stands('connected');
        if (info.rejected.length > 0)
          log.warn('smtp-rejected-some', { mail: mail.id, addresses: info.rejected.length });
        return { kind: 'sent', dead: deadIn((info as Pick<SmtpError, 'rejectedErrors'>).rejectedErrors) };
      } catch (error) {
        const now = standingIn(error as SmtpError);
        if (now !== null) stands(now, (error as SmtpError).message);
        return resultOf(error as SmtpError);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
