// Sanitises an HTML mail for a frame: keeps known harmless parts and drops the rest.
// The frame's sandbox and the policy it is served with would hold a hostile mail without this (docs/decisions/026-the-rules-in-the-browser.md).
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { inboxLimits } from './limits.ts';
import type { OpenedMail } from './mails.ts';
import type { WrittenMail } from './shapes.ts';

/** A draft prepared for the reader, to be sent or discarded. */
type BegunMail = Omit<WrittenMail, 'answers'>;

/** null: not a `mailto:` link. A value that cannot be decoded stays as it is. */
export function parseMailto(href: string): BegunMail | null {
  const [, to = '', query = ''] = /^\s*mailto:([^?]*)(?:\?(.*))?$/is.exec(href) ?? [];
  if (to === '' && query === '') return null;
  // Here a plus is no blank.
  const given = new URLSearchParams(query.replaceAll('+', '%2B'));
  const fields = new Map([...given].map(([key, value]) => [key.toLowerCase(), value]));
  return {
    to: decodeText(to).trim().slice(0, inboxLimits.toLength),
    subject: (fields.get('subject') ?? '').slice(0, inboxLimits.subjectLength),
    text: (fields.get('body') ?? '').slice(0, inboxLimits.writtenLength).replace(/\r\n?/g, '\n'),
  };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts the draft in the fragment: it loads no page, so other drafts there stay, and it is never sent to a server. */
export const composeLink = (name: string, { to, subject, text }: BegunMail): string =>
  `/inbox#${new URLSearchParams({ write: name, to, subject, text }).toString()}`;

type Attributes = ReadonlyMap<string, string>;

interface HtmlReader {
  /** Names in lower case. The first value of a repeated attribute counts, as in browsers. */
  readonly open: (tag: string, attributes: Attributes) => void;
  readonly close: (tag: string) => void;
  /** Entities decoded. */
  readonly text: (text: string) => void;
}

const doNothing = (): void => undefined;

/** Tokenises HTML into tags and text. Builds no tree: nesting would make a hostile mail cost quadratic time. */
function readHtml(html: string, { open, close, text }: HtmlReader): void {
  const sliceHtml = (start: number, end: number): string => html.slice(start, end);
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const callbacks: TokenizerCallbacks = {
    onopentagname: (start, end) => {
      tag = sliceHtml(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname: (start, end) => {
      name = sliceHtml(start, end).toLowerCase();
      value = '';
    },
    onattribdata: (start, end) => void (value += sliceHtml(start, end)),
    onattribentity: point => void (value += String.fromCodePoint(point)),
    onattribend: () => {
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: () => open(tag, attributes),
    onselfclosingtag: () => {
      open(tag, attributes);
      close(tag);
    },
    onclosetag: (start, end) => close(sliceHtml(start, end).toLowerCase()),
    ontext: (start, end) => text(sliceHtml(start, end)),
    ontextentity: point => text(String.fromCodePoint(point)),
    ...{
      oncdata: doNothing,
      oncomment: doNothing,
      ondeclaration: doNothing,
      onprocessinginstruction: doNothing,
      onend: doNothing,
    },
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const KEPT_TAGS = splitWords(
  'a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q s samp section ' +
    'small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr',
);
/** Elements that are dropped with their content. */
const LEFT_OUT = splitWords(
  'script noscript template title iframe frameset object applet svg math select textarea audio video canvas',
);
const PICTURE_TAGS = splitWords('img source');
const VOID_TAGS = splitWords('br col hr img source wbr');

const ATTRIBUTES = splitWords(
  'align alt aria-hidden aria-label bgcolor border cellpadding cellspacing class color colspan dir face height lang media open role ' +
    'rowspan size start style title valign width',
);

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;

/** The output so far. */
interface Draft {
  readonly written: string[];
  /** The open elements of LEFT_OUT, the innermost last. */
  hidden: string[];
  style: string | null;
  isForBoth: boolean;
  pictureLength: number;
}

/**
 * `name`: the mailbox that reads it, and would write what a `mailto:` link begins. Pictures are those of the mail, in the document
 * itself: it loads nothing. Links to pages open beside the inbox.
 */
export function renderMailPage(
  { html, pictures }: Pick<OpenedMail, 'html' | 'pictures'>,
  name: string,
  hasPictures = true,
): string {
  const draft: Draft = { written: [], hidden: [], style: null, isForBoth: false, pictureLength: 0 };
  readHtml(html.slice(0, inboxLimits.htmlLength), {
    open: (tag, attributes) => open(draft, tag, attributes, { pictures: hasPictures ? pictures : null, name }),
    close: tag => close(draft, tag),
    text: text => {
      if (draft.hidden.length > 0) return;
      if (draft.style !== null) draft.style += text;
      else draft.written.push(escapeText(text));
    },
  });
  const scheme = draft.isForBoth ? '<meta name="color-scheme" content="light dark">' : '';
  return `<!DOCTYPE html><html><head><meta charset="utf-8">${scheme}</head>${draft.written.join('')}</html>\n`;
}

interface Frame {
  /** null: pictures are left out. */
  readonly pictures: OpenedMail['pictures'] | null;
  readonly name: string;
}

function open(draft: Draft, tag: string, attributes: Attributes, frame: Frame): void {
  if (LEFT_OUT.has(tag)) draft.hidden.push(tag);
  if (draft.hidden.length > 0) return;
  // Of the `<meta>` elements only the one for light and dark has an effect.
  if (tag === 'meta' && attributes.get('name') === 'color-scheme' && attributes.get('content') === 'light dark')
    draft.isForBoth = true;
  if (tag === 'style') draft.style = '';
  if (!KEPT_TAGS.has(tag) || (frame.pictures === null && PICTURE_TAGS.has(tag))) return;
  const kept = [...attributes].filter(([attribute]) => ATTRIBUTES.has(attribute));
  const made = { ...linkOf(tag, attributes, frame.name), ...pictureOf(draft, tag, attributes, frame) };
  const all = [...kept, ...Object.entries(made)].map(([attribute, value]) => ` ${attribute}="${escapeText(value)}"`);
  draft.written.push(`<${tag}${all.join('')}>`);
}

function close(draft: Draft, tag: string): void {
  if (draft.hidden.length > 0) {
    if (draft.hidden.at(-1) === tag) draft.hidden.pop();
    return;
  }
  if (tag === 'style' && draft.style !== null) {
    // Parsers differ in where a style ends.
    if (!draft.style.includes('<')) draft.written.push(`<style>${draft.style}</style>`);
    draft.style = null;
    return;
  }
  if (KEPT_TAGS.has(tag) && !VOID_TAGS.has(tag) && tag !== 'body') draft.written.push(`</${tag}>`);
}

/** A `mailto:` link begins a draft in the inbox. A link to a page opens beside the inbox. All other links lose their target. */
function linkOf(tag: string, attributes: Attributes, name: string): Readonly<Record<string, string>> {
  const href = attributes.get('href');
  if (tag !== 'a' || href === undefined) return {};
  const letter = parseMailto(href);
  if (letter !== null) return { href: composeLink(name, letter), target: '_top' };
  if (!/^https?:\/\//i.test(href.trim())) return {};
  return { href: href.trim(), target: '_blank', rel: 'noopener noreferrer' };
}

/** A picture that is part of the mail or a data: URL. Nothing is loaded. */
function pictureOf(
  draft: Draft,
  tag: string,
  attributes: Attributes,
  { pictures }: Frame,
): Readonly<Record<string, string>> {
  const attribute = tag === 'img' ? 'src' : tag === 'source' ? 'srcset' : '';
  const source = attributes.get(attribute)?.trim() ?? '';
  const picture = /^cid:/i.test(source) ? pictures?.get(source.slice(4)) : source;
  if (picture === undefined || draft.pictureLength + picture.length > inboxLimits.pictureLength) return {};
  if (picture === source && !DATA_PICTURE.test(picture)) return {};
  draft.pictureLength += picture.length;
  return { [attribute]: picture.replace(/\s/g, '') };
}
