// Renders a MailPlan to bytes, always the same bytes for the same plan.
// Our mails are so plain (two texts, ASCII headers) that assembling them here is four times as fast as the library's streams
// (docs/decisions/005-rendering.md). Words and texts are still encoded by nodemailer.
import { must } from '#games/kit/assert.ts';
import { createWeakCache } from '#games/kit/remember.ts';
import { domainToASCII } from 'node:url';
import { zipSync } from 'fflate';
import { encodeWords, foldLines, quoteString } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import { lookUp } from '#games/kit/look-up.ts';
import type { NamedAddress } from '#core/mail/incoming.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type MailFile, type MailPlan, type PictureInHtml, formatProofMark } from '#core/writing/mail-plan.ts';
import type { BoardPng } from '#service/ports.ts';

/** RFC 5322 2.1.1 allows 998 characters a line. A little less leaves room for additions by servers. */
const LINE_MOST = 990;
const FOLD_AT = 76;

/** Each picture is a text of its own, and the same for all readers. The mark of a proof stands for the proof, and is a text as well. */
export function render(plan: MailPlan, pngs: readonly BoardPng[]): Promise<readonly string[]> {
  const pictures = pngs.flatMap(encodedPng);
  const asLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
  const texts = mailText(plan, pngs.length).split('\0');
  return Promise.resolve(
    texts.map((text, index) =>
      index % 2 === 0
        ? asLatin1(text)
        : /^\d+$/.test(text)
          ? must(pictures[Number(text)], 'a picture of the mail')
          : text,
    ),
  );
}

/** The text of the mail. It has the number of a picture between two NULs where the picture belongs. */
function mailText(plan: MailPlan, pictureCount: number): string {
  const shown = plan.pictures
    .slice(0, pictureCount)
    .map(({ inHtml }, index) => ({ inHtml, light: `\0${2 * index}\0`, dark: `\0${2 * index + 1}\0` }));
  const headers = [
    header('From', mailboxOf(plan.from)),
    header('To', plan.to.map(mailboxOf).join(', ')),
    header('Reply-To', mailboxOf(plan.replyTo)),
    header('Subject', words(plan.subject)),
    header('Message-ID', ascii(plan.messageId)),
    ...(plan.inReplyTo === null ? [] : [header('In-Reply-To', ascii(plan.inReplyTo))]),
    ...(plan.references.length === 0 ? [] : [header('References', plan.references.map(ascii).join(' '))]),
    header('Date', new Date(plan.date).toUTCString().replace('GMT', '+0000')),
    header('Auto-Submitted', plan.autoSubmitted),
    header('X-Auto-Response-Suppress', 'All'),
    ...(plan.isChat ? ['Chat-Version: 1.0'] : []),
    ...(plan.unsubscribe === null ? [] : unsubscribeHeaders(plan, plan.unsubscribe)),
    `Content-Language: ${plan.language}`,
    'MIME-Version: 1.0',
  ];
  const text = part('text/plain', plan.text);
  const content =
    plan.html === null ? text : multipart('alternative', plan.id, [text, htmlPart(plan, plan.html, shown)]);
  // Chat programs show the picture that comes with a text as one message.
  const attached = shown.filter(({ inHtml }) => inHtml === null).map(({ light }) => image('attachment', [], light));
  const files = [...attached, ...plan.files.map(file => fileOf(file, plan.date))];
  const body = files.length === 0 ? content : multipart('mixed', `${plan.id}.m`, [content, ...files]);
  return `${headers.join('\r\n')}\r\n${body}`;
}

/** Mail programs show a button that sends this mail (RFC 2369), or has its server send a POST to the address (RFC 8058). */
function unsubscribeHeaders(
  { replyTo }: MailPlan,
  { subject, url }: NonNullable<MailPlan['unsubscribe']>,
): readonly string[] {
  const mailto = `<${formatMailto(replyTo.address, subject, null)}>`;
  if (url === null) return [header('List-Unsubscribe', mailto)];
  return [header('List-Unsubscribe', `<${url}>, ${mailto}`), 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'];
}

/**
 * The dark picture is in the HTML itself. If it were a part of its own, programs that do not know `<source>` would list it
 * as an attached file.
 */
function htmlPart({ id }: MailPlan, html: string, pictures: readonly ShownPicture[]): string {
  const shown = pictures.flatMap(({ inHtml, ...encoded }) => (inHtml === null ? [] : [{ ...inHtml, ...encoded }]));
  if (shown.length === 0) return part('text/html', html);
  const { encoded, rest } = shown.reduce(
    (sofar, { darkCid, dark }) => {
      const [before = '', ...after] = sofar.rest.split(`cid:${darkCid}`);
      // A `=` at the end of a line continues the line.
      return { encoded: `${sofar.encoded}${quotedPrintable(bodyOf(before))}=\r\n${dark}=\r\n`, rest: after.join('') };
    },
    { encoded: '', rest: html },
  );
  return multipart('related', `${id}.r`, [
    partOf('text/html', 'quoted-printable', encoded + quotedPrintable(bodyOf(rest))),
    ...shown.map(({ cid, light }) => image('inline', [`Content-ID: <${ascii(cid)}>`], light)),
  ]);
}

const LINE = /.{76}/g;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(LINE, '$&\r\n');

/** On separate lines. A `=` at the end of a line continues the line. All other `=` are escaped, and no escape is cut. */
const quotedPngUrl = (bytes: Uint8Array): string =>
  [
    'data:image/png;base64,',
    ...(Buffer.from(bytes)
      .toString('base64')
      .replace(/=/g, '=3D')
      .match(/.{1,73}(?<!=|=3)/g) ?? []),
  ].join('=\r\n');

/** The places of a picture, and how the HTML shows it. null: it is an attached file. */
interface ShownPicture {
  readonly inHtml: PictureInHtml | null;
  readonly light: string;
  readonly dark: string;
}

const encodedPngs = createWeakCache<readonly string[]>();

/** The picture as a part in base64, and that for the dark as a URL in quoted-printable. */
const encodedPng = (png: BoardPng): readonly string[] =>
  encodedPngs(png, () => [base64(png.light), quotedPngUrl(png.dark)]);

/** By extension. Other texts are plain. */
const TEXT_TYPES: Readonly<Record<string, string>> = { json: 'application/json', ics: 'text/calendar' };

function fileOf(file: MailFile, at: Instant): string {
  const { name } = file;
  const textType = lookUp(TEXT_TYPES, name.split('.').at(-1) ?? '') ?? 'text/plain';
  // Every file in a zip has the date of the mail, so that the same mail has the same bytes.
  if ('proofOf' in file) return attachment(`${textType}; charset=utf-8`, name, `\0${formatProofMark(file.proofOf)}\0`);
  const content =
    'files' in file
      ? zipSync(Object.fromEntries(file.files.map(({ name: each, text }) => [each, Buffer.from(text)])), { mtime: at })
      : Buffer.from(file.text);
  return attachment('files' in file ? 'application/zip' : `${textType}; charset=utf-8`, name, base64(content));
}

function attachment(type: string, name: string, encoded: string): string {
  const headers = [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${encoded}`;
}

/** Headers of a part, a blank line, the parts in it. No encoded text contains `=_`, and the id is unguessable. */
function multipart(kind: 'alternative' | 'related' | 'mixed', id: string, parts: readonly string[]): string {
  const boundary = `=_${id}`;
  const inner = parts.map(each => `--${boundary}\r\n${each}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inner}--${boundary}--\r\n`;
}

function image(disposition: 'inline' | 'attachment', more: readonly string[], encoded: string): string {
  const headers = [
    'Content-Type: image/png; name="board.png"',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${disposition}; filename="board.png"`,
    ...more,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${encoded}`;
}

const header = (name: string, value: string): string => foldLines(`${name}: ${value}`, FOLD_AT);

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

const ascii = (text: string): string => text.replace(/[^!-~]+/g, '');

const words = (text: string): string => encodeWords(oneLine(text), 'Q', 52, true);

function mailboxOf({ name, address }: NamedAddress): string {
  const at = address.lastIndexOf('@');
  const route = ascii(`${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`);
  const shown = oneLine(name);
  if (shown === '') return route;
  const phrase = /^[\w ]+$/.test(shown) ? shown : /^[ -~]+$/.test(shown) ? quoteString(shown) : words(shown);
  return `${phrase} <${route}>`;
}

/** A text part: unchanged if mail may carry it, otherwise quoted-printable. */
function part(type: string, content: string): string {
  const body = bodyOf(content);
  const isPlain = isAscii(body) && !body.split('\r\n').some(line => line.length > LINE_MOST);
  return isPlain ? partOf(type, '7bit', body) : partOf(type, 'quoted-printable', quotedPrintable(body));
}

/** Headers of a part, a blank line, its content. */
const partOf = (type: string, encoding: '7bit' | 'quoted-printable', encoded: string): string =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;

const isAscii = (text: string): boolean => !/[^\t\r\n -~]/.test(text);

/** Only non-ASCII text is encoded letter by letter, which is slow and rarely needed. */
const quotedPrintable = (body: string): string => (isAscii(body) ? quotedAscii(body) : wrap(encode(body), FOLD_AT));

/** Quoted-printable (RFC 2045 6.7) of printable ASCII. */
const quotedAscii = (body: string): string => body.replaceAll('=', '=3D').split('\r\n').map(foldQuoted).join('\r\n');

/** Folds a line whose `=` are escaped. Neither is a line longer than 76 nor an escape broken in two. */
function foldQuoted(text: string): string {
  const line = text.replace(/[ \t]$/, blank => (blank === ' ' ? '=20' : '=09'));
  let [folded, at] = ['', 0];
  while (line.length - at > 73) {
    let end = Math.min(at + 75, line.length - 1);
    while (line[end - 1] === '=' || line[end - 2] === '=') end -= 1;
    if (end < at + 73) break;
    folded += `${line.slice(at, end)}=\r\n`;
    at = end;
  }
  return folded + line.slice(at);
}

/** Sets CRLF line ends, and removes control characters: those of a comment would reach the reader's terminal. */
const bodyOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replaceAll('\n', '\r\n');
