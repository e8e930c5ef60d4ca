// A minimal mail client for the demo: sends through SMTP and receives through IMAP.
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { createTransport, type Transporter } from 'nodemailer';

export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly references: readonly string[];
  readonly replyTo: string;
}

export interface ClientAccount {
  readonly address: string;
  readonly smtpPort: number;
  readonly imapPort: number;
}

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The mail this answers, quoted below. null: a new mail. */
  readonly replyTo: ReceivedMail | null;
}

const WAIT_MS = 20_000;
const LOOK_MS = 40;

export class MailClient {
  readonly #address: string;
  readonly #transport: Transporter;
  readonly #imap: ImapFlow;
  #seen = 0;

  private constructor(address: string, transport: Transporter, imap: ImapFlow) {
    this.#address = address;
    this.#transport = transport;
    this.#imap = imap;
  }

  static async connect({ address, smtpPort, imapPort }: ClientAccount): Promise<MailClient> {
    const auth = { user: address, pass: 'any' };
    const imap = new ImapFlow({
      host: '127.0.0.1',
      port: imapPort,
      secure: false,
      doSTARTTLS: false,
      auth,
      logger: false,
    });
    imap.on('error', () => undefined);
    await imap.connect();
    const box = await imap.mailboxOpen('INBOX');
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true, auth });
    const client = new MailClient(address, transport, imap);
    client.#seen = box.uidNext - 1;
    return client;
  }

  async send({ to, subject, body, replyTo }: NewMail): Promise<{ readonly subject: string }> {
    if (replyTo === null) {
      await this.#transport.sendMail({ from: this.#address, to, subject, text: body });
      return { subject };
    }
    const quote = replyTo.text
      .trimEnd()
      .split('\n')
      .map(line => `> ${line}`);
    const shown = `Re: ${replyTo.subject}`;
    await this.#transport.sendMail({
      from: this.#address,
      to: replyTo.replyTo,
      subject: shown,
      inReplyTo: replyTo.messageId,
      references: [...replyTo.references, replyTo.messageId],
      text: [body, '', `On Saturday, ${to} wrote:`, ...quote].join('\n'),
    });
    return { subject: shown };
  }

  /** The next mails. Fails if they do not come. */
  async receive(count: number): Promise<readonly ReceivedMail[]> {
    const until = Date.now() + WAIT_MS;
    const received: ReceivedMail[] = [];
    while (received.length < count) {
      const fresh = await this.#findUnread();
      for (const { uid, source } of fresh.length === 0
        ? []
        : await this.#imap.fetchAll([...fresh], { uid: true, source: true }, { uid: true })) {
        received.push(await read(source ?? Buffer.alloc(0)));
        this.#seen = Math.max(this.#seen, uid);
      }
      if (received.length >= count) break;
      if (Date.now() > until) throw new Error(`${this.#address} waited for ${count} mails and got ${received.length}.`);
      await sleep(LOOK_MS);
    }
    return received;
  }

  /** The number of mails that came and were not received. */
  async countUnread(): Promise<number> {
    return (await this.#findUnread()).length;
  }

  async #findUnread(): Promise<readonly number[]> {
    await this.#imap.noop();
    const found = await this.#imap.search({ uid: `${this.#seen + 1}:*` }, { uid: true });
    const uids = found === false || found === undefined ? [] : found;
    // `n:*` names the last mail even when it is older than n.
    return uids.filter(uid => uid > this.#seen);
  }

  async close(): Promise<void> {
    this.#transport.close();
    await this.#imap.logout();
  }
}

async function read(source: Buffer): Promise<ReceivedMail> {
  const mail = await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true });
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    messageId: mail.messageId ?? '',
    references: [mail.references ?? []].flat(),
    replyTo: mail.replyTo?.value[0]?.address ?? mail.from?.value[0]?.address ?? '',
  };
}
