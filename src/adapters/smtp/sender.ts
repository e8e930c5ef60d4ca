// The Sender port: nodemailer's pooled SMTP transport. Rendered mails are sent byte for byte.
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { classifyAnswer, isDoubtfulLimit, isServerFault, type SmtpStage } from '#core/mail/server-answer.ts';
import { explainFault } from '#core/mail/connection-fault.ts';
import type { Log, Sender, SendResult, ServerState } from '#service/ports.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly connections: number;
}

/** Checks of the certificate, in addition to the usual ones. */
type TlsChecks = Pick<ConnectionOptions, 'checkServerIdentity'>;

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

interface SmtpError extends Partial<Refusal> {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  /** One for each recipient that was not taken. */
  readonly rejectedErrors?: readonly Refusal[];
}

interface Refusal {
  readonly recipient?: string;
  readonly responseCode?: number;
  /** All lines of the answer. */
  readonly response?: string;
}

/** nodemailer names the command that was answered. A whole mail is answered at DATA. */
const STAGES: ReadonlyMap<string, SmtpStage> = new Map([
  ['MAIL FROM', 'mail'],
  ['RCPT TO', 'rcpt'],
  ['DATA', 'data'],
]);

const findDead = (refusals: readonly Refusal[] = []): readonly string[] =>
  refusals.flatMap(({ recipient, response = '' }) =>
    recipient !== undefined && classifyAnswer(response, 'rcpt') === 'dead' ? [recipient] : [],
  );

interface Answers {
  readonly stage: SmtpStage;
  /** Empty: the server gave none. */
  readonly answers: readonly string[];
}

function answersOf({ command = '', responseCode, response = '', rejectedErrors }: SmtpError): Answers {
  const stage = STAGES.get(command) ?? 'session';
  if (responseCode === undefined) return { stage, answers: [] };
  return { stage, answers: rejectedErrors?.map(refusal => refusal.response ?? '') ?? [response] };
}

/** Interprets the server's answer to a mail. If it refused several recipients, the most cautious of its answers counts. */
function interpretError(error: SmtpError, to: readonly string[]): SendResult {
  const { rejectedErrors } = error;
  const why = explainFault(error.message);
  const { stage, answers } = answersOf(error);
  const isAboutWholeMail = stage === 'data';
  const meanings = answers.map(answer => classifyAnswer(answer, stage));
  const limits = answers.filter((_, at) => meanings[at] === 'limit');
  if (limits.length > 0)
    return {
      kind: 'limited',
      why,
      isAboutWholeMail,
      isDoubtful: limits.every(answer => isDoubtfulLimit(answer, stage)),
    };
  if (answers.length === 0) return { kind: 'failed', why };
  if (meanings.includes('temporary'))
    return { kind: 'failed', why, isRefused: !answers.some(answer => isServerFault(answer, stage)) };
  if (rejectedErrors !== undefined) return { kind: 'rejected', why, undeliverable: findDead(rejectedErrors) };
  // The answer to a whole mail does not say which of several recipients it is about.
  return {
    kind: 'rejected',
    why,
    isAboutWholeMail,
    undeliverable: meanings.includes('dead') && to.length === 1 ? to : [],
  };
}

// The return type of createTransport with a pool has no name to write here.
function transportOf(settings: SmtpSettings, tls: TlsChecks = {}) {
  const { host, port, secure, user, password, connections } = settings;
  const isPlain = isLoopback(host) && !secure;
  return createTransport({
    host,
    port,
    secure,
    ...(isPlain ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    tls,
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

/** Logs in and out. Rejects with the server's answer. */
export async function smtpFault(settings: SmtpSettings, tls: TlsChecks = {}): Promise<void> {
  const transport = transportOf(settings, tls);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The state of the server by an error. null: it is reachable and answers. A login it cannot check now (454, RFC 4954) is not a refused one. */
function standingIn({ code, command, responseCode }: SmtpError): ServerState | null {
  if (code === 'EAUTH') return responseCode !== undefined && responseCode < 500 ? 'unreachable' : 'refused';
  return responseCode === undefined || command === 'CONN' ? 'unreachable' : null;
}

function tell(log: Log, standing: ServerState, message: string): void {
  const why = explainFault(message);
  if (standing === 'connected') log.info('smtp-connected');
  else if (standing === 'refused') log.error('smtp-login-refused', { why });
  else log.warn('smtp-unreachable', { why });
}

/** Logs in and out, and logs whether the server accepts us. */
export async function smtpStanding(settings: SmtpSettings, log: Log): Promise<ServerState> {
  const [standing, why] = await smtpFault(settings).then(
    () => ['connected', ''] as const,
    (error: unknown) => [standingIn(error as SmtpError) ?? 'unreachable', (error as SmtpError).message] as const,
  );
  tell(log, standing, why);
  return standing;
}

export function createSmtpSender(settings: SmtpSettings, log: Log): Sender {
  const transport = transportOf(settings);
  transport.on('error', (error: Error) => log.warn('smtp-error', { why: error.message }));
  let standing: ServerState | null = null;
  /** Logged only on a change: every waiting mail meets the same state. */
  const stands = (now: ServerState, why = ''): void => {
    if (now === standing) return;
    standing = now;
    tell(log, now, why);
  };
  return {
    connections: settings.connections,
    send: async mail => {
      try {
        const info = await transport.sendMail({
          envelope: { from: mail.from, to: [...mail.to] },
          raw: Buffer.from(mail.raw),
        });
        stands('connected');
        if (info.rejected.length > 0)
          log.warn('smtp-rejected-some', { mail: mail.id, addresses: info.rejected.length });
        return { kind: 'sent', undeliverable: findDead((info as Pick<SmtpError, 'rejectedErrors'>).rejectedErrors) };
      } catch (error) {
        const now = standingIn(error as SmtpError);
        if (now !== null) stands(now, (error as SmtpError).message);
        return interpretError(error as SmtpError, mail.to);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
