// The Sender port: nodemailer's pooled SMTP transport. Rendered mails are sent byte for byte.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { domainToASCII } from 'node:url';
import {
  type MailMessage,
  type NodemailerError,
  type SMTPPoolOptions,
  type SMTPPoolSentMessageInfo,
  createTransport,
} from 'nodemailer';
import { type SmtpStage, classifyAnswer, isServerFault } from '#core/mail/server-answer.ts';
import { must } from '#games/kit/assert.ts';
import { explainFault, isLoopback } from '#core/mail/mail-servers.ts';
import type { AccessTokens, Log, MailServer, Outgoing, SendResult, Sender, ServerState } from '#service/ports.ts';

export interface SmtpSettings extends MailServer {
  readonly connections: number;
}

/** Checks of the certificate, in addition to the usual ones. */
type TlsChecks = Pick<ConnectionOptions, 'checkServerIdentity'>;

/** The stages by the command that nodemailer reports. The server answers a whole mail at DATA. */
const STAGES: ReadonlyMap<string, SmtpStage> = new Map([
  ['MAIL FROM', 'mail'],
  ['RCPT TO', 'rcpt'],
  ['DATA', 'data'],
]);

const findUndeliverable = (refusals: readonly NodemailerError[] = []): readonly string[] =>
  refusals.flatMap(({ recipient, response = '' }) =>
    recipient !== undefined && classifyAnswer(response, 'rcpt') === 'dead' ? [recipient] : [],
  );

/** Empty: the server gave no answer. */
function listAnswers({ responseCode, response = '', rejectedErrors }: NodemailerError): readonly string[] {
  if (responseCode === undefined) return [];
  return rejectedErrors?.map(refusal => refusal.response ?? '') ?? [response];
}

/** Interprets the server's answer to a mail. If it refused several recipients, the most cautious of its answers counts. */
function interpretError(error: NodemailerError, recipients: readonly string[]): SendResult {
  const { rejectedErrors } = error;
  const why = explainFault(error.message);
  const stage = STAGES.get(error.command ?? '') ?? 'session';
  const answers = listAnswers(error);
  const isAboutWholeMail = stage === 'data';
  const kinds = answers.map(answer => classifyAnswer(answer, stage));
  const isLimit = kinds.includes('limit');
  if (isLimit || kinds.includes('policy')) return { kind: 'limited', why, isAboutWholeMail, isDoubtful: !isLimit };
  if (answers.length === 0) return { kind: 'failed', why };
  if (kinds.includes('temporary'))
    return { kind: 'failed', why, isRefused: !answers.some(answer => isServerFault(answer, stage)) };
  if (rejectedErrors !== undefined) return { kind: 'rejected', why, undeliverable: findUndeliverable(rejectedErrors) };
  // The answer to a whole mail does not say which of several recipients it is about.
  return {
    kind: 'rejected',
    why,
    isAboutWholeMail,
    undeliverable: kinds.includes('dead') && recipients.length === 1 ? recipients : [],
  };
}

/** The library calls this before each login, and once more with `isRetry` if the server refuses the token. */
function createTokenSource({ get }: AccessTokens) {
  let last: string | null = null;
  return (_user: string, isRetry: boolean, done: (error: Error | null, token?: string) => void): void => {
    void get(isRetry ? last : null).then(result => {
      if (result.kind === 'token') {
        last = result.token;
        done(null, result.token);
        return;
      }
      // As if the server had refused the login for ever, or for now.
      const responseCode = result.isRefused ? 535 : 454;
      const response = `${responseCode} ${result.isRefused ? '5.7.8' : '4.7.0'} ${result.why}`;
      done(Object.assign(new Error(result.why), { responseCode, response }));
    });
  };
}

// The return type of createTransport with a pool has no name to write here.
function createSmtpTransport(settings: SmtpSettings, tls: TlsChecks = {}) {
  const { host, port, secure, user, password, tokens, connections, ca = '' } = settings;
  const auth: NonNullable<SMTPPoolOptions['auth']> =
    tokens === undefined
      ? { user, pass: password }
      : { type: 'OAuth2', user, provisionCallback: createTokenSource(tokens) };
  const isUnencrypted = isLoopback(host) && !secure && ca === '';
  return createTransport({
    host,
    port,
    secure,
    ...(isUnencrypted ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(user === '' ? {} : { auth }),
    tls: { ...tls, ...(ca === '' ? {} : { ca: readFileSync(ca) }) },
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
export async function checkSmtpLogin(settings: SmtpSettings, tls: TlsChecks = {}): Promise<void> {
  const transport = createSmtpTransport(settings, tls);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The state of the server by an error. null: the server is reachable. A login that it cannot check now (454, RFC 4954) is not refused. */
function serverStateOf({ code, command, responseCode }: NodemailerError): ServerState | null {
  if (code === 'EAUTH') return responseCode !== undefined && responseCode < 500 ? 'unreachable' : 'refused';
  return responseCode === undefined || command === 'CONN' ? 'unreachable' : null;
}

function logState(log: Log, state: ServerState, message: string): void {
  const why = explainFault(message);
  if (state === 'connected') log.info('smtp-connected');
  else if (state === 'refused') log.error('smtp-login-refused', { why });
  else log.warn('smtp-unreachable', { why });
}

/** Logs in and out, and logs whether the server accepts us. */
export async function checkSmtpServer(settings: SmtpSettings, log: Log): Promise<ServerState> {
  const [state, why] = await checkSmtpLogin(settings).then(
    () => ['connected', ''] as const,
    (error: unknown) =>
      [serverStateOf(error as NodemailerError) ?? 'unreachable', (error as NodemailerError).message] as const,
  );
  logState(log, state, why);
  return state;
}

/** The address as servers without SMTPUTF8 take it. */
const toRoute = (address: string): string => address.replace(/[^@]+$/, domain => domainToASCII(domain) || domain);

/**
 * A ready mail for the transport itself. The library's `sendMail` would compose each mail anew, which costs four times as much as to send
 * it.
 */
function toMessage({ from, to, raw, messageId }: Outgoing): MailMessage<SMTPPoolSentMessageInfo> {
  const message = {
    getEnvelope: () => ({ from: toRoute(from), to: to.map(toRoute) }),
    getHeader: () => messageId,
    messageId: () => messageId,
    createReadStream: () =>
      new Readable({
        read() {
          this.push(raw);
          this.push(null);
        },
      }),
  };
  return { data: {}, message } as unknown as MailMessage<SMTPPoolSentMessageInfo>;
}

export function createSmtpSender(settings: SmtpSettings, log: Log): Sender {
  const transport = createSmtpTransport(settings);
  transport.on('error', (error: Error) => log.warn('smtp-error', { why: error.message }));
  let state: ServerState | null = null;
  /** Logs the state only when it changes, since every waiting mail meets the same state. */
  const setState = (newState: ServerState, why = ''): void => {
    if (newState === state) return;
    state = newState;
    logState(log, newState, why);
  };
  return {
    connections: settings.connections,
    send: async mail => {
      try {
        const info = await new Promise<SMTPPoolSentMessageInfo>((resolve, reject) => {
          transport.transporter.send(toMessage(mail), (error, sent) =>
            error === null ? resolve(must(sent, 'what was sent has an answer')) : reject(error),
          );
        });
        setState('connected');
        if (info.rejected.length > 0)
          log.warn('smtp-rejected-some', { mail: mail.id, addresses: info.rejected.length });
        return {
          kind: 'sent',
          answer: explainFault(info.response),
          undeliverable: findUndeliverable(info.rejectedErrors),
        };
      } catch (error) {
        const newState = serverStateOf(error as NodemailerError);
        if (newState !== null) setState(newState, (error as NodemailerError).message);
        return interpretError(error as NodemailerError, mail.to);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
