// The Sender port over nodemailer's SMTP connections. Rendered mails are sent byte for byte.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { type SmtpStage, classifyAnswer, isServerFault } from '#core/mail/server-answer.ts';
import { explainFault, isLoopback } from '#core/mail/mail-servers.ts';
import type { AccessTokens, Log, Outgoing, SendResult, Sender, ServerState } from '#service/ports.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly connections: number;
  /** Access tokens that take the place of the password. Absent: the password. */
  readonly tokens?: AccessTokens;
  /** A file with the certificates of the authorities to trust, as PEM. Absent or empty: the usual ones. */
  readonly ca?: string;
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

interface Answers {
  readonly stage: SmtpStage;
  /** Empty: the server gave no answer. */
  readonly answers: readonly string[];
}

function answersOf({ command = '', responseCode, response = '', rejectedErrors }: NodemailerError): Answers {
  const stage = STAGES.get(command) ?? 'session';
  if (responseCode === undefined) return { stage, answers: [] };
  return { stage, answers: rejectedErrors?.map(refusal => refusal.response ?? '') ?? [response] };
}

/** Interprets the server's answer to a mail. If it refused several recipients, the most cautious of its answers counts. */
function interpretError(error: NodemailerError, recipients: readonly string[]): SendResult {
  const { rejectedErrors } = error;
  const why = explainFault(error.message);
  const { stage, answers } = answersOf(error);
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

/** Opens connections that are logged in. Each rejects with the server's answer. */
function createConnector(settings: SmtpSettings, tls: TlsChecks = {}): () => Promise<SMTPConnection> {
  const { host, port, secure, user, password, tokens, ca = '' } = settings;
  const isUnencrypted = isLoopback(host) && !secure && ca === '';
  const options = {
    ...{ host, port, secure, ...(isUnencrypted ? { ignoreTLS: true } : { requireTLS: !secure }) },
    tls: { ...tls, ...(ca === '' ? {} : { ca: readFileSync(ca) }) },
    ...{ connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 },
  };
  const provisionCallback = tokens === undefined ? undefined : createTokenSource(tokens);
  return () =>
    new Promise((resolve, reject) => {
      const connection = new SMTPConnection(options);
      const settle = (error?: NodemailerError | null): void => {
        if (error) reject(error);
        else resolve(connection);
        if (error) connection.close();
      };
      // It may also break later, while it is idle. The next mail then opens another.
      connection.on('error', reject).once('end', () => reject(new Error('Connection closed')));
      connection.connect(error => {
        if (error || user === '' || !connection.allowsAuth) settle(error);
        else if (provisionCallback === undefined) connection.login({ user, pass: password }, settle);
        else connection.login({ user, oauth2: new XOAuth2({ user, provisionCallback }) }, settle);
      });
    });
}

/** Logs in and out. Rejects with the server's answer. */
export async function checkSmtpLogin(settings: SmtpSettings, tls: TlsChecks = {}): Promise<void> {
  const connection = await createConnector(settings, tls)();
  connection.quit();
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

/** Servers may limit the mails of one connection. */
const MAX_MAILS = 1_000;

/** Ends the transaction of a mail that was refused. Resolves when the connection can be used again, or is closed. */
const resetConnection = (connection: SMTPConnection): Promise<void> =>
  new Promise(resolve => {
    connection.once('end', resolve);
    connection.reset(error => {
      connection.off('end', resolve);
      if (error) connection.close();
      resolve();
    });
  });

/** Sends mails over connections that stay open. As many are open as mails are sent at once. */
function createTransport(settings: SmtpSettings) {
  const connect = createConnector(settings);
  /** The open connections, and how many mails each has carried. */
  const mailCounts = new Map<SMTPConnection, number>();
  const idle: SMTPConnection[] = [];
  const open = async (): Promise<SMTPConnection> => {
    const connection = await connect();
    mailCounts.set(connection, 0);
    return connection.once('end', () => mailCounts.delete(connection));
  };
  const release = async (connection: SMTPConnection, error: NodemailerError | null): Promise<void> => {
    if (error?.code === 'EENVELOPE' || error?.code === 'EMESSAGE') await resetConnection(connection);
    else if (error !== null) connection.close();
    if (connection.destroyed) return;
    const mailCount = (mailCounts.get(connection) ?? 0) + 1;
    mailCounts.set(connection, mailCount);
    if (mailCount < MAX_MAILS) idle.push(connection);
    else connection.quit();
  };
  /** Rejects with the server's answer. */
  const send = async (mail: Outgoing): Promise<SMTPConnectionSendInfo> => {
    const reused = idle.pop();
    const connection = reused ?? (await open());
    const body = new Readable({
      read() {
        this.push(mail.raw);
        this.push(null);
      },
    });
    try {
      const info = await new Promise<SMTPConnectionSendInfo>((resolve, reject) => {
        const settle = (error: Error | null, sent: SMTPConnectionSendInfo): void =>
          error ? reject(error) : resolve(sent);
        connection.send({ from: mail.from, to: [...mail.to] }, body, settle);
      });
      await release(connection, null);
      return info;
    } catch (error) {
      // The server had ended a connection that was idle. The mail goes over another one.
      if (reused !== undefined && connection.destroyed && !body.readableDidRead) return send(mail);
      await release(connection, error as NodemailerError);
      throw error;
    }
  };
  return {
    send,
    close: () => {
      for (const connection of mailCounts.keys()) connection.close();
    },
  };
}

export function createSmtpSender(settings: SmtpSettings, log: Log): Sender {
  const transport = createTransport(settings);
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
        const info = await transport.send(mail);
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
