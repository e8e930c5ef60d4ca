// Bytes → Incoming: mailparser reads the headers; the parts are found and decoded here, so that nothing in a mail is expensive or lost.
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { AddressObject, ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import type { Header, Incoming, Mailbox } from '../../core/mail/incoming.ts';
import { limits } from '../../core/limits.ts';
import { bodyOf } from './body.ts';
import { textOf } from './decode.ts';
import { unflow } from './flowed.ts';
import { textOfHtml } from './html.ts';
import type { Part } from './structure.ts';
import { split, structureOf } from './structure.ts';

const OPTIONS = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true } as const;

export async function parse(raw: Uint8Array, size: number): Promise<Incoming> {
  const source = latin1(raw);
  const mail = await simpleParser(Buffer.from(`${split(source).header}\r\n\r\n`, 'latin1'), OPTIONS);
  const headers = mail.headerLines.map(({ key, line }) => headerOf(key, line));
  const text = letterOf(structureOf(source)).slice(0, limits.textLength * 2);
  const known = envelope(headers, mail);
  return { ...known, text, size, digest: digestOf(known, text) };
}

/** Bytes as characters; a mail with the line ends of old Macs gets ours. */
function latin1(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  return text.includes('\n') ? text : text.replace(/\r/g, '\n');
}

function letterOf(root: Part): string {
  const { plain, html } = bodyOf(root);
  const text = plain.map(plainText).join('\n');
  if (html.length === 0 || !isStub(text)) return text;
  const fromHtml = html.map(part => textOfHtml(textOf(part))).join('\n');
  return fromHtml.trim() === '' ? text : fromHtml;
}

function plainText(part: Part): string {
  const text = textOf(part);
  const isFlowed = part.parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(text, part.parameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

/** Some programs put nothing into the plain part, or a sentence that says to read the other one. */
function isStub(text: string): boolean {
  const visible = text.replace(/[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff]+/g, ' ').trim();
  return visible === '' || (visible.length < 300 && STUB.test(visible));
}

const STUB =
  /\b(?:html|multi-?part)\b.{0,80}\b(?:mail|e-mail|email|message|format|version|nachricht|browser)s?\b|\bview (?:this|it|the) .{0,40}(?:browser|online)\b/i;

const headerOf = (key: string, line: string): Header => ({
  name: key,
  value: line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n[ \t]*/g, ' ')
    .trim(),
});

const mailboxes = (objects: AddressObject | AddressObject[] | undefined): readonly Mailbox[] =>
  [objects ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(entry => [entry, ...(entry.group ?? [])])
    .filter(({ address }) => address !== undefined && address !== '')
    .map(({ address, name }) => ({ address: inAscii((address ?? '').toLowerCase()), name }));

/** mailparser shows `xn--…` in letters; servers and Authentication-Results speak of the ASCII form. */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return /[^\x20-\x7f]/.test(domain) ? address.slice(0, at) + (domainToASCII(domain) || domain) : address;
}

/** Two addresses in brackets are two senders, whichever of them a reader would show. */
function senders(headers: readonly Header[], mail: ParsedMail): readonly Mailbox[] {
  const value = headers.find(({ name }) => name === 'from')?.value ?? '';
  const inBrackets = value.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/<[^<>]*@[^<>]*>/g) ?? [];
  const found = mailboxes(mail.from);
  return inBrackets.length < 2 || found.length > 1
    ? found
    : inBrackets.map(text => ({ address: text.slice(1, -1).trim().toLowerCase(), name: '' }));
}

export const ids = (value: string | readonly string[] | undefined): readonly string[] =>
  [value ?? []]
    .flat()
    .flatMap(text => text.match(/<[^<>\s]{1,250}>/g) ?? [])
    .slice(0, 50);

function envelope(headers: readonly Header[], mail: ParsedMail): Omit<Incoming, 'text' | 'size' | 'digest'> {
  const delivered = headers.filter(
    ({ name }) => name === 'delivered-to' || name === 'x-original-to' || name === 'envelope-to',
  );
  const recipients = [
    ...delivered.map(({ value }) => value.replace(/[<>\s]/g, '').toLowerCase()),
    ...mailboxes(mail.to).map(({ address }) => address),
    ...mailboxes(mail.cc).map(({ address }) => address),
  ];
  return {
    headers,
    from: senders(headers, mail),
    fromHeaders: headers.filter(({ name }) => name === 'from').length,
    recipients: [...new Set(recipients)].slice(0, 100),
    subject: (mail.subject ?? '').slice(0, limits.subjectLength),
    messageId: ids(mail.messageId)[0] ?? null,
    inReplyTo: ids(mail.inReplyTo),
    references: ids(mail.references),
  };
}

/** Of what the sender wrote: the same mail delivered twice gets the same one, whatever the servers put above it. */
function digestOf({ headers, from, subject }: Omit<Incoming, 'text' | 'size' | 'digest'>, text: string): string {
  const date = headers.find(({ name }) => name === 'date')?.value ?? '';
  return createHash('sha256')
    .update(JSON.stringify([from[0]?.address ?? '', date, subject, text]))
    .digest('hex');
}
