// The port Sender: nodemailer's pooled SMTP transport; rendered mails go out byte for byte.
import { createTransport } from 'nodemailer';
import type { Log, Sender, SendResult } from '#service/ports.ts';

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
}

/** Only what the server says of this mail is final; a refused login, a sender's quota, a broken connection is not the mail's fault. */
function resultOf(error: SmtpError): SendResult {
  const isAboutMail = ['RCPT TO', 'DATA'].includes(error.command ?? '');
  const isFinal = isAboutMail && (error.responseCode ?? 0) >= 500;
  return { kind: isFinal ? 'rejected' : 'failed', why: error.message };
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

export function smtpSender(settings: SmtpSettings, log: Log): Sender {
  const transport = transportOf(settings);
  transport.on('error', (error: Error) => log.warn('smtp-error', { why: error.message }));
  return {
    send: async mail => {
      try {
        const info = await transport.sendMail({
          envelope: { from: mail.from, to: [...mail.to] },
          raw: Buffer.from(mail.raw),
        });
        if (info.rejected.length > 0)
          log.warn('smtp-rejected-some', { mail: mail.id, addresses: info.rejected.length });
        return { kind: 'sent' };
      } catch (error) {
        return resultOf(error as SmtpError);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
