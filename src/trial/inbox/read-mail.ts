// Parses a mail for the inbox: header, text, HTML with its pictures, files.
import { compile } from 'html-to-text';
import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from 'mailparser';
import { inboxLimits } from './limits.ts';
import type { ShownMail } from './shapes.ts';

export interface OpenedMail {
  readonly shown: ShownMail;
  /** '' where it has none. */
  readonly html: string;
  /** Pictures that come with the mail, by Content-ID, as data: URLs. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly files: readonly AttachedFile[];
  /** For the In-Reply-To and References headers of an answer. */
  readonly thread: { readonly messageId: string; readonly references: readonly string[] };
}

export interface AttachedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Formats that browsers show and that can hold nothing but a picture. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;

/** A mail with too many or too deeply nested parts. No mail program writes one. */
export class UnreadableMail extends Error {}

/** `uid`: its number in its mailbox. `source`: its first bytes, `inboxLimits.mailBytes` at most. Rejects with UnreadableMail. */
export async function readMail(uid: number, source: Buffer): Promise<OpenedMail> {
  const mail = await simpleParser(source, {
    ...{ skipTextToHtml: true, skipTextLinks: true, skipHtmlToText: true, keepCidLinks: true },
  }).catch((cause: unknown) => {
    throw new UnreadableMail('the mail cannot be taken apart', { cause });
  });
  const html = typeof mail.html === 'string' ? mail.html : '';
  const text = mail.text?.trim() ? mail.text : textOfHtml(html.slice(0, inboxLimits.htmlTextLength));
  const isPicture = ({ contentType, cid, related }: Attachment): boolean =>
    related === true && cid !== undefined && PICTURE.test(contentType);
  const files = mail.attachments
    .filter(each => !isPicture(each))
    .slice(0, inboxLimits.files)
    .map((each, index) => ({ name: nameOf(each, index), content: each.content }));
  return {
    html,
    shown: {
      uid,
      // An encoded Subject may hold anything: an answer to it must fit on a line.
      subject: (mail.subject ?? '').replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, inboxLimits.subjectLength),
      from: textOf(mail.from),
      to: textOf(mail.to),
      replyTo: addressesOf(mail.replyTo) || addressesOf(mail.from),
      date: isoOf(mail.date),
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
    thread: { messageId: mail.messageId ?? '', references: referencesOf(mail) },
  };
}

/** Converts the text of an HTML-only mail. */
const textOfHtml = compile({
  wordwrap: false,
  limits: {
    maxDepth: inboxLimits.htmlDepth,
    maxChildNodes: inboxLimits.htmlChildren,
  },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ],
});

const nameOf = ({ filename, contentType }: Attachment, index: number): string =>
  (filename ?? `${index + 1}.${contentType.split('/')[1] ?? 'bin'}`).slice(0, inboxLimits.lineLength);

const listOf = (field: AddressObject | readonly AddressObject[] | undefined): readonly AddressObject[] =>
  [field ?? []].flat();

const textOf = (field: AddressObject | readonly AddressObject[] | undefined): string =>
  listOf(field)
    .flatMap(({ value }) => value)
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ')
    .slice(0, inboxLimits.toLength);

const addressesOf = (field: AddressObject | undefined): string =>
  listOf(field)
    .flatMap(({ value }) => value)
    .flatMap(({ address }) => address ?? [])
    .join(', ')
    .slice(0, inboxLimits.toLength);

const isoOf = (date: Date | undefined): string =>
  date === undefined || Number.isNaN(date.getTime()) ? '' : date.toISOString();

const referencesOf = ({ references }: ParsedMail): readonly string[] =>
  [references ?? []].flat().slice(-inboxLimits.references);
