// Finds the text of a mail: its tree of parts, those that are text, and HTML converted to text.
import { type FormatCallback, compile } from 'html-to-text';
import { limits } from '#core/kernel/limits.ts';
import { type Field, type Parametrized, fieldValue, parseParametrized } from '#mime/header.ts';
import { decodeTransfer } from '#mime/decode.ts';
import { type MimePart, type TreeOptions, parseTree } from '#mime/tree.ts';
import { readSigned } from './signed.ts';

export interface Part {
  /** `text/plain`, lower case. */
  readonly type: string;
  /** Parameters of Content-Type, lower-case names. Split parameters (RFC 2231) are joined. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly encoding: string;
  /** `inline`, `attachment`, or '' if there is none. */
  readonly disposition: string;
  /** Does it have a file name? */
  readonly isNamed: boolean;
  /** Still encoded. */
  readonly body: Buffer;
  /** True: it contains only white space. Needed often, so computed once. False for a multipart. */
  readonly isBlank: boolean;
  readonly children: readonly Part[];
}

/** More than any mail program writes. A mail over these limits is not read at all. */
const DEEPEST = 40;
const MOST_PARTS = 1_000;
/** The limit of each part's header. Bytes. */
const HEADER_LENGTH = 64_000;

const READING: TreeOptions = {
  limits: {
    // One more than is allowed, so that a mail over the limit is detected.
    partDepth: DEEPEST + 1,
    parts: MOST_PARTS,
    headerBytes: HEADER_LENGTH,
    // No separate limits: the size of a mail is limited.
    headerBytesInAll: limits.mailBytes,
    boundaryLikes: limits.mailBytes,
    boundaryLength: limits.mailBytes,
  },
  typeOf,
};

/** Throws on a mail with too many or too deeply nested parts. */
export function structureOf(bytes: Buffer): Part {
  let parts = 0;
  const partOf = (part: MimePart, bytes: Buffer, depth: number): Part => {
    if (depth > DEEPEST || (parts += 1) > MOST_PARTS) throw new Error('the mail has too many parts');
    const own = ownOf(part, bytes.subarray(part.bodyStart, part.end));
    // A mail that somebody attaches is another's.
    const isLetter = depth === 0 || own.disposition !== 'attachment';
    const signed = isLetter && CRYPTOGRAPHIC.test(own.type) ? readSigned(decodeTransfer(own.body, own.encoding)) : null;
    if (signed !== null) return partOf(parseTree(signed, READING), signed, depth + 1);
    const nested = part.message === undefined ? part.parts : [part.message];
    return { ...own, children: nested.map(child => partOf(child, bytes, depth + 1)) };
  };
  return partOf(parseTree(bytes, READING), bytes, 0);
}

/** What S/MIME encrypts, and what it signs as one piece. */
const CRYPTOGRAPHIC = /^application\/(?:x-)?pkcs7-mime$/;

export const listParts = (part: Part): readonly Part[] => [part, ...part.children.flatMap(listParts)];

function ownOf({ fields, type, parts }: MimePart, body: Buffer): Omit<Part, 'children'> {
  const parameters = new Map(type.parameters);
  const disposition = fieldValue(fields, 'content-disposition') ?? '';
  return {
    // A multipart without its boundary is shown as text, as mail programs do.
    type: type.value.startsWith('multipart/') && parts.length === 0 ? 'text/plain' : type.value,
    parameters,
    encoding: wordIn(fieldValue(fields, 'content-transfer-encoding') ?? '', /^[\w-]+/),
    disposition: wordIn(disposition, /^[\w-]+/),
    isNamed: (parameters.get('name') ?? '') !== '' || /;\s*filename\*?/i.test(disposition),
    body,
    isBlank: type.value.startsWith('text/') && !/\S/.test(body.toString('latin1')),
  };
}

/** A type with garbage after it is valid. An invalid type counts as missing. */
function typeOf(fields: readonly Field[], unsaid: Parametrized): Parametrized {
  const { value, parameters } = parseParametrized(
    fieldValue(fields, 'content-type') ?? '',
    value => value.split(/\s/, 1)[0] ?? '',
  );
  return { value: wordIn(value, /^[\w.+-]+\/[\w.+-]+/) || unsaid.value, parameters: [...joined(parameters)] };
}

const wordIn = (value: string, shape: RegExp): string => shape.exec(value)?.[0].toLowerCase() ?? '';

/** `name*0*`, `name*1` → `name`. */
function joined(parameters: Parametrized['parameters']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of parameters) {
    const key = name.replace(/\*\d*\*?$/, '');
    found.set(key, (found.get(key) ?? '') + value);
  }
  return found;
}

// Attachments never count.

interface Body {
  /** In order. Mostly one. */
  readonly plain: readonly Part[];
  readonly html: readonly Part[];
}

const NOTHING: Body = { plain: [], html: [] };

/** A mail whose words are locked away from us. */
export class Locked extends Error {
  readonly reason: 'encrypted' | 'rich-text';

  constructor(reason: Locked['reason']) {
    super(`the mail is ${reason}`);
    this.reason = reason;
  }
}

const ENCRYPTED = /^(?:multipart\/encrypted|application\/pgp-encrypted)$/;

/** Throws `Locked` where no words can be read: they are encrypted, or in a form of Outlook's own (TNEF, `winmail.dat`). */
export function requireReadable(root: Part): void {
  const parts = listOwnParts(root);
  if (parts.some(({ type }) => ENCRYPTED.test(type))) throw new Locked('encrypted');
  if (parts.some(({ type }) => type === 'text/plain' || type === 'text/html')) return;
  if (parts.some(({ type }) => CRYPTOGRAPHIC.test(type))) throw new Locked('encrypted');
  if (parts.some(({ type, parameters }) => TNEF.test(type) || parameters.get('name')?.toLowerCase() === 'winmail.dat'))
    throw new Locked('rich-text');
}

/** Without those of attached mails. */
const listOwnParts = (part: Part): readonly Part[] =>
  part.type.startsWith('message/') ? [] : [part, ...part.children.flatMap(listOwnParts)];

const TNEF = /^application\/(?:vnd\.)?ms-tnef$/;

export function findBody(root: Part): Body {
  const found = search(root, part => !part.isNamed);
  if (found !== NOTHING) return found;
  // The only text of the mail is the letter, even when it has a file name.
  return search(root, () => true);
}

function search(part: Part, isLetter: (part: Part) => boolean): Body {
  // A nested mail is an attachment, not the letter.
  if (part.disposition === 'attachment' || part.type.startsWith('message/')) return NOTHING;
  if (part.children.length === 0) {
    if (part.isBlank || !isLetter(part)) return NOTHING;
    if (part.type === 'text/plain' || part.type === 'text/enriched') return { plain: [part], html: [] };
    return part.type === 'text/html' ? { plain: [], html: [part] } : NOTHING;
  }
  switch (part.type) {
    case 'multipart/alternative':
      return chooseAlternative(part.children.map(child => search(child, isLetter)));
    case 'multipart/mixed':
      return searchMixed(part.children, isLetter);
    default:
      // signed, related, report and what is unknown: what comes first is the letter.
      return searchFirst(part.children, isLetter);
  }
}

function chooseAlternative(found: readonly Body[]): Body {
  const plain = found.find(body => body.plain.length > 0);
  const html = found.findLast(body => body.html.length > 0);
  return plain === undefined && html === undefined ? NOTHING : { plain: plain?.plain ?? [], html: html?.html ?? [] };
}

function searchFirst(children: readonly Part[], isLetter: (part: Part) => boolean): Body {
  for (const child of children) {
    const found = search(child, isLetter);
    if (found !== NOTHING) return found;
  }
  return NOTHING;
}

/**
 * The first text is the letter. A later text is a list's footer or a disclaimer, unless there is a picture between the two:
 * Apple's programs split a letter that way.
 */
function searchMixed(children: readonly Part[], isLetter: (part: Part) => boolean): Body {
  for (const [start, child] of children.entries()) {
    // Once for each child: twice a level would be a million times in a mail of twenty.
    const found = search(child, isLetter);
    if (found === NOTHING) continue;
    const pieces = [found, ...searchFurtherPieces(children.slice(start + 1), isLetter)];
    return { plain: pieces.flatMap(body => body.plain), html: pieces.flatMap(body => body.html) };
  }
  return NOTHING;
}

function searchFurtherPieces(children: readonly Part[], isLetter: (part: Part) => boolean): readonly Body[] {
  const pieces: Body[] = [];
  for (let at = 0; at + 1 < children.length && isPicture(children[at]); at += 2) {
    const next = children[at + 1];
    if (next?.type === 'text/plain' || next?.type === 'text/html') pieces.push(search(next, isLetter));
  }
  return pieces;
}

const isPicture = (part: Part | undefined): boolean =>
  part?.disposition !== 'attachment' && (part?.type.startsWith('image/') ?? false);

// Done here because mailparser joins lines across quote depths, and so loses moves typed below a quote.

interface Paragraph {
  readonly depth: number;
  readonly pieces: string[];
}

/** Programs wrap far beyond this: a shorter line that ends in a blank was ended by its writer. Characters. */
const SHORTEST_WRAPPED = 50;

/**
 * RFC 3676 4.2: a line that ends in a blank goes on in the next one of the same quote depth; `-- ` never does. Against the letter of it,
 * a line on which the next word would have found room ends where it ends: `b3,a3 ` is a move with a slip of the thumb behind it.
 */
export function unflow(text: string, deletesSpace: boolean): string {
  const paragraphs: Paragraph[] = [];
  const lines = text.split('\n').map((line): Line => {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    return { depth, body: line.slice(depth).replace(/^ /, '') };
  });
  let open = null as Paragraph | null;
  for (const [at, { depth, body }] of lines.entries()) {
    const isSignature = body === '-- ';
    const isSoft = body.endsWith(' ') && !isSignature;
    const content = isSoft && deletesSpace ? body.slice(0, -1) : body;
    if (open?.depth === depth && !isSignature) open.pieces.push(content);
    else paragraphs.push((open = { depth, pieces: [content] }));
    if (!isSoft || body.length + firstWord(lines[at + 1]) < SHORTEST_WRAPPED) open = null;
  }
  return paragraphs.map(({ depth, pieces }) => (depth > 0 ? `${'>'.repeat(depth)} ` : '') + pieces.join('')).join('\n');
}

interface Line {
  readonly depth: number;
  readonly body: string;
}

const firstWord = (line: Line | undefined): number => /^\S*/.exec(line?.body ?? '')?.[0].length ?? 0;

/** Limit of the HTML that is read, all pieces together: a letter is short, and its quotes come after it. Characters. */
export const MAX_HTML_LENGTH = 100_000;
/** Elements deeper than this are cut: a thousand nested tables are no letter. */
const MAX_DEPTH = 150;
const MAX_CHILDREN = 20_000;

/** Every line gets `>`, as mail programs do it. A quote within a quote gets no second one, so that deep ones stay short. */
const quoted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: text =>
      text
        .split('\n')
        .map(line => (line.startsWith('>') ? line : `> ${line}`))
        .join('\n'),
  });
};

/** The content of the element, below a line of its own. */
const behind =
  (line: string): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    builder.addLiteral(line);
    builder.closeBlock({ trailingLineBreaks: 1 });
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/** A picture of an emoji is its text. Other pictures are no words. */
const picture: FormatCallback = (element, _walk, builder) => {
  const { alt: text = '' } = element.attribs as Readonly<Record<string, string>>;
  if (/^\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200d]{0,8}$/u.test(text))
    builder.addInline(text);
};

const QUOTES = ['blockquote', 'div.yahoo_quoted', 'div.gmail_attr', 'div.moz-cite-prefix'];
/** Outlook's header of the answered mail. Everything below it is that mail. */
const REPLIED = ['#divRplyFwdMsg', 'div[style*="border-top:solid #E1E1E1"]', 'div[style*="border-top:solid #B5C4DF"]'];
const SIGNATURES = [
  'div.gmail_signature',
  '.moz-signature',
  'div.protonmail_signature_block',
  '#ms-outlook-mobile-signature',
];

/** Elements that readers do not see: their text was not typed by the sender. */
const HIDDEN = [
  'del',
  's',
  'strike',
  'template',
  'noscript',
  'textarea',
  'select',
  '[hidden]',
  '[style*="display:none"]',
  '[style*="display: none"]',
];

const converted = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: MAX_DEPTH, maxChildNodes: MAX_CHILDREN, ellipsis: '' },
  formatters: { quoted, cell, picture, replied: behind('-----Original Message-----'), signature: behind('--') },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'picture' },
    ...['hr', 'head', 'title', ...HIDDEN].map(selector => ({ selector, format: 'skip' })),
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    // Outlook writes every line as a paragraph.
    { selector: 'p.MsoNormal', format: 'paragraph', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...QUOTES.map(selector => ({ selector, format: 'quoted' })),
    ...REPLIED.map(selector => ({ selector, format: 'replied' })),
    ...SIGNATURES.map(selector => ({ selector, format: 'signature' })),
  ],
});

export const textOfHtml = (html: string): string =>
  converted(html.slice(0, MAX_HTML_LENGTH))
    .replace(/\u00a0/g, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n');
