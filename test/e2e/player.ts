// A player with a mail program of two libraries: nodemailer to send, imapflow to read.
import { ImapFlow, type MailboxObject } from 'imapflow';
import { createTransport } from 'nodemailer';
import { readMail, type ReceivedMail } from '../service/received-mail.ts';
import { persistently } from './persistently.ts';

export interface Account {
  readonly address: string;
  readonly user: string;
  readonly password: string;
  /** Where the service listens to mail; asked anew for every connection, since a service may come back elsewhere. */
  readonly ports: () => { readonly smtp: number; readonly imap: number };
  /** The servers are killed while the player uses them: what fails is tried again. */
  readonly isMortal?: boolean;
}

/** Longer than any answer takes, and shorter than a test may. */
const TIMEOUT_MS = 120_000;
/** For servers that are killed. */
const MORTAL_TIMEOUT_MS = 5_000;

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly body?: string;
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Player {
  readonly address: string;
  /** Where servers are killed it sends until one has said yes; the same Message-ID each time. */
  readonly send: (letter: Letter) => Promise<void>;
  /** As a mail program replies: thread headers, the text above the quoted mail. */
  readonly reply: (to: ReceivedMail, text: string, messageId: string) => Promise<void>;
  /** Everything in the inbox, oldest first. */
  readonly inbox: () => Promise<readonly ReceivedMail[]>;
  /** Waits until so many mails are there in all. */
  readonly awaits: (count: number) => Promise<readonly ReceivedMail[]>;
}

interface KnownMails {
  readonly validity: bigint;
  /** Of the newest. */
  readonly uid: number;
  readonly mails: readonly ReceivedMail[];
}

const NOTHING: KnownMails = { validity: 0n, uid: 0, mails: [] };

export function player({ address, user, password, ports, isMortal = false }: Account): Player {
  const auth = { user, pass: password };
  const attempt = isMortal ? persistently : <Value>(act: () => Promise<Value>): Promise<Value> => act();
  const timeout = isMortal ? MORTAL_TIMEOUT_MS : TIMEOUT_MS;

  const send: Player['send'] = ({ to, subject, body = '', messageId, headers = {} }) =>
    attempt(async () => {
      const transport = createTransport({
        ...{ host: '127.0.0.1', port: ports().smtp, secure: false, ignoreTLS: true, auth },
        ...{ connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
      });
      try {
        await transport.sendMail({ from: address, to, subject, text: body, messageId, headers });
      } finally {
        transport.close();
      }
    });

  /** What was read before, so that each mail is read once. */
  let known = NOTHING;
  const readNew = async (client: ImapFlow): Promise<void> => {
    const { validity, uid } = known;
    // The last mail is in every range that ends with a star.
    const all = await client.fetchAll(`${uid + 1}:*`, { uid: true, source: true }, { uid: true });
    const fresh = all.filter(mail => mail.uid > uid);
    const mails = await Promise.all(fresh.map(({ source }) => readMail(source ?? Buffer.alloc(0))));
    known = { validity, uid: fresh.at(-1)?.uid ?? uid, mails: [...known.mails, ...mails] };
  };

  /** All mails of the inbox, as soon as there are `least`. The server announces each (IDLE). */
  const awaits = (least: number): Promise<readonly ReceivedMail[]> =>
    attempt(async () => {
      const client = new ImapFlow({
        ...{ host: '127.0.0.1', port: ports().imap, secure: false, doSTARTTLS: false, auth, logger: false },
        ...{ connectionTimeout: timeout, greetingTimeout: timeout, disableAutoIdle: true },
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const box = await client.mailboxOpen('INBOX', { readOnly: true });
        if (box.exists < least) await untilThereAre(client, box, least);
        if (known.validity !== box.uidValidity) known = { ...NOTHING, validity: box.uidValidity };
        await readNew(client);
        if (known.mails.length !== box.exists) {
          // Some are gone.
          known = { ...NOTHING, validity: box.uidValidity };
          await readNew(client);
        }
        await client.logout();
        return known.mails;
      } finally {
        client.close();
      }
    });

  return {
    address,
    send,
    inbox: () => awaits(0),
    reply: (mail, text, messageId) => {
      const quote = mail.text.trimEnd().replace(/^/gm, '> ');
      return send({
        to: mail.replyTo,
        subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
        body: `${text}\n\nOn Sat, 21 Nov 2026 at 10:00, nexpost <${mail.from}> wrote:\n${quote}\n`,
        messageId,
        headers: {
          'In-Reply-To': mail.messageId,
          References: [...mail.references, mail.messageId].join(' '),
        },
      });
    },
    awaits,
  };
}

/** Waits in IDLE until the box has `least` mails; rejects if the connection is lost before. */
function untilThereAre(client: ImapFlow, box: MailboxObject, least: number): Promise<void> {
  const announced = new Promise<void>((resolve, reject) => {
    client.on('exists', ({ count }) => {
      if (count >= least) resolve();
    });
    client.on('close', () => reject(new Error(`the connection closed with ${box.exists} mails of ${least}`)));
  });
  void client.idle();
  return announced;
}
