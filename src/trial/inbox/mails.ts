// Reads a mail for the inbox, and sends one that was written there.
import type { AddressObject, Attachment, EmailAddress } from 'mailparser';
import * as z from 'zod';
import { inboxLimits } from './limits.ts';
import type { ShownMail, WrittenMail } from './shapes.ts';

export interface OpenedMail {
  readonly shown: ShownMail;
  /** '' where it has none. */
  readonly html: string;
  /** Pictures that come with the mail, by Content-ID, as data: URLs. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
  /** For the In-Reply-To and References headers of an answer. */
  readonly thread: { readonly messageId: string; readonly references: readonly string[] };
}

/** Formats that browsers show and that can hold nothing but a picture. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;

/** A mail with too many or too deeply nested parts. No mail program writes one. */
export class UnreadableMail extends Error {}

/** `uid`: its number in its mailbox. `source`: its first bytes, `inboxLimits.mailBytes` at most. Rejects with UnreadableMail. */
export async function readMail(uid: number, source: Buffer): Promise<OpenedMail> {
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(source, {
    ...{ skipTextToHtml: true, skipTextLinks: true, skipHtmlToText: true, keepCidLinks: true },
  }).catch((cause: unknown) => {
    throw new UnreadableMail('the mail cannot be taken apart', { cause });
  });
  const html = typeof mail.html === 'string' ? mail.html : '';
  const text = mail.text?.trim() ? mail.text : await readHtml(html.slice(0, inboxLimits.htmlTextLength));
  const isPicture = ({ contentType, cid, related }: Attachment): boolean =>
    related === true && cid !== undefined && PICTURE.test(contentType);
  const { date, references = [] } = mail;
  const files = mail.attachments
    .filter(each => !isPicture(each))
    .slice(0, inboxLimits.files)
    .map(({ filename, contentType, content }, index) => {
      const name = filename ?? `${index + 1}.${contentType.split('/')[1] ?? 'bin'}`;
      return { name: name.slice(0, inboxLimits.lineLength), content };
    });
  return {
    html,
    shown: {
      uid,
      // An encoded Subject may hold anything: an answer to it must fit on a line.
      subject: (mail.subject ?? '').replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, inboxLimits.subjectLength),
      from: textOf(mail.from),
      to: textOf(mail.to),
      replyTo: addressesOf(mail.replyTo) || addressesOf(mail.from),
      date: date === undefined || Number.isNaN(date.getTime()) ? '' : date.toISOString(),
      text: text.slice(0, inboxLimits.textLength),
      hasHtml: html !== '',
      files: files.map(({ name }) => name),
      isCut: source.length >= inboxLimits.mailBytes || html.length > inboxLimits.htmlLength,
    },
    pictures: new Map(
      mail.attachments
        .filter(isPicture)
        .map(({ cid = '', contentType, content }) => [cid, `data:${contentType};base64,${content.toString('base64')}`]),
    ),
    files,
    thread: { messageId: mail.messageId ?? '', references: [references].flat().slice(-inboxLimits.references) },
  };
}

/** Converts the text of an HTML-only mail. */
async function readHtml(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: inboxLimits.htmlDepth, maxChildNodes: inboxLimits.htmlChildren },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
}

type AddressField = AddressObject | readonly AddressObject[] | undefined;

const listPeople = (field: AddressField): readonly EmailAddress[] => [field ?? []].flat().flatMap(({ value }) => value);

const textOf = (field: AddressField): string =>
  listPeople(field)
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ')
    .slice(0, inboxLimits.toLength);

const addressesOf = (field: AddressField): string =>
  listPeople(field)
    .flatMap(({ address }) => address ?? [])
    .join(', ')
    .slice(0, inboxLimits.toLength);

const createLineSchema = (most: number): z.ZodString =>
  z
    .string()
    .max(most)
    .regex(/^[^\x00-\x1f\x7f]*$/);

const written = z.strictObject({
  to: createLineSchema(inboxLimits.toLength).min(1),
  subject: createLineSchema(inboxLimits.subjectLength),
  text: z.string().max(inboxLimits.writtenLength),
  answers: z.int().positive().max(inboxLimits.uid).nullable(),
});

/** null: not a valid mail, or one over the limits. */
export function parseWrittenMail(json: unknown): WrittenMail | null {
  const read = written.safeParse(json);
  return read.success ? read.data : null;
}

/** The server refused the mail, with its answer. */
export class MailRefused extends Error {}

/**
 * Sends a mail by SMTP from the writer's own address, like any mail program. `thread`: of the mail it answers. Rejects with MailRefused
 * if the server refuses the mail.
 */
export async function sendMail(
  port: number,
  from: string,
  { to, subject, text }: WrittenMail,
  thread: OpenedMail['thread'] | null,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host: '127.0.0.1', port, secure: false, ignoreTLS: true, auth: { user: from, pass: 'any' } },
    ...{ connectionTimeout: inboxLimits.answerMs, greetingTimeout: inboxLimits.answerMs },
    ...{ socketTimeout: inboxLimits.answerMs, disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    // RFC 5322 3.6.4.
    const inReplyTo = thread?.messageId === '' ? undefined : thread?.messageId;
    const references = inReplyTo === undefined ? [] : [...(thread?.references ?? []), inReplyTo];
    await transport.sendMail({ from, to, subject, text, inReplyTo, references });
  } catch (error) {
    const { response, code } = error as { readonly response?: string; readonly code?: string };
    if (response !== undefined || code === 'EENVELOPE') throw new MailRefused(response ?? (error as Error).message);
    throw error;
  } finally {
    transport.close();
  }
}
