// Bytes → Incoming: mailparser reads, with everything switched off that a hostile mail could make expensive.
import { createHash } from 'node:crypto';
import type { AddressObject, ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import type { Header, Incoming, Mailbox } from '../../core/mail/incoming.ts';
import { limits } from '../../core/limits.ts';
import { hideFlowed, unflow } from './flowed.ts';
import { textOfHtml } from './html.ts';

/** HTML is only read where there is no text part, and not at all beyond this: html-to-text is not linear. Characters. */
const HTML_MOST = 200_000;

const OPTIONS = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true } as const;

export async function parse(raw: Uint8Array, size: number): Promise<Incoming> {
  const flowed = hideFlowed(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const mail = await simpleParser(flowed.raw, OPTIONS);
  const plain = mail.text ?? '';
  const text = plain === '' && typeof mail.html === 'string' ? textOfHtml(mail.html.slice(0, HTML_MOST)) : plain;
  const lines = text.replace(/\r\n?/g, '\n').slice(0, limits.textLength * 2);
  return {
    ...envelope(mail.headerLines.map(({ key, line }) => headerOf(key, line)), mail),
    text: flowed.wasFlowed ? unflow(lines, flowed.deletesSpace) : lines,
    size,
    digest: digestOf(mail, text),
  };
}

const headerOf = (key: string, line: string): Header => ({
  name: key,
  value: line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]*/g, ' ').trim(),
});

const mailboxes = (objects: AddressObject | AddressObject[] | undefined): readonly Mailbox[] =>
  [objects ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(entry => [entry, ...(entry.group ?? [])])
    .filter(({ address }) => address !== undefined && address !== '')
    .map(({ address, name }) => ({ address: (address ?? '').toLowerCase(), name }));

const ids = (value: string | readonly string[] | undefined): readonly string[] =>
  [value ?? []].flat().flatMap(text => text.match(/<[^<>\s]{1,250}>/g) ?? []).slice(0, 50);

function envelope(headers: readonly Header[], mail: ParsedMail): Omit<Incoming, 'text' | 'size' | 'digest'> {
  const delivered = headers.filter(({ name }) => name === 'delivered-to' || name === 'x-original-to' || name === 'envelope-to');
  const recipients = [
    ...delivered.map(({ value }) => value.replace(/[<>\s]/g, '').toLowerCase()),
    ...mailboxes(mail.to).map(({ address }) => address),
    ...mailboxes(mail.cc).map(({ address }) => address),
  ];
  return {
    headers,
    from: mailboxes(mail.from),
    fromHeaders: headers.filter(({ name }) => name === 'from').length,
    recipients: [...new Set(recipients)].slice(0, 100),
    subject: (mail.subject ?? '').slice(0, limits.subjectLength),
    messageId: ids(mail.messageId)[0] ?? null,
    inReplyTo: ids(mail.inReplyTo),
    references: ids(mail.references),
  };
}

const digestOf = (mail: ParsedMail, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([mail.from?.value[0]?.address ?? '', mail.date?.toISOString() ?? '', mail.subject ?? '', text]))
    .digest('hex');

const HEADER_BYTES = 64_000;

/** The headers alone, for a mail that is too large or cannot be parsed: plain rules, no decoding, nothing that could fail. */
export function peek(raw: Uint8Array, size: number): Incoming {
  const text = Buffer.from(raw.subarray(0, HEADER_BYTES)).toString('latin1');
  const block = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const headers = block
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): Header[] => {
      const [, name, value] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name: name.toLowerCase(), value: value ?? '' }];
    });
  const values = (name: string): readonly string[] => headers.filter(header => header.name === name).map(({ value }) => value);
  const from = values('from').flatMap(value => {
    const address = (/<([^<>\s]+@[^<>\s]+)>\s*$/.exec(value) ?? /^\s*([^<>\s,]+@[^<>\s,]+)\s*$/.exec(value))?.[1];
    return address === undefined ? [] : [{ address: address.toLowerCase(), name: '' }];
  });
  return {
    headers,
    from,
    fromHeaders: values('from').length,
    recipients: [],
    subject: (values('subject')[0] ?? '').slice(0, limits.subjectLength),
    messageId: ids(values('message-id'))[0] ?? null,
    inReplyTo: [],
    references: [],
    text: '',
    size,
    digest: createHash('sha256').update(raw).digest('hex'),
  };
}
