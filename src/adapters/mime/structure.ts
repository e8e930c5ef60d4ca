// The tree of a mail: parts, their few headers that matter and where their bodies lie; nothing is decoded here.

export interface Part {
  /** `text/plain`, lower case. */
  readonly type: string;
  /** Parameters of Content-Type, lower-case names. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly encoding: string;
  /** `inline`, `attachment` or '' where nothing is said. */
  readonly disposition: string;
  /** Has a file name of its own. */
  readonly isNamed: boolean;
  /** Bytes as Latin-1 characters, still encoded. */
  readonly body: string;
  readonly children: readonly Part[];
}

/** Deeper or more parts than any mail program writes: the mail is not read at all. */
const DEEPEST = 40;
const MOST_PARTS = 1_000;
/** Of each part's header. */
const HEADER_LENGTH = 64_000;

/** Throws on a mail that is nested without end. */
export const structureOf = (text: string): Part =>
  partOf(text, { depth: 0, budget: { parts: MOST_PARTS }, type: 'text/plain' });

/** Where the header block ends and where the body begins. A mail may begin with its body (an empty header). */
export function split(text: string): { readonly header: string; readonly body: string } {
  const empty = /^\r?\n/.exec(text);
  if (empty !== null) return { header: '', body: text.slice(empty[0].length) };
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return { header: text, body: '' };
  return { header: text.slice(0, end.index), body: text.slice(end.index + end[0].length) };
}

interface Place {
  readonly depth: number;
  readonly budget: { parts: number };
  /** What a part is that does not say it. */
  readonly type: string;
}

function partOf(text: string, place: Place): Part {
  if (place.depth > DEEPEST || (place.budget.parts -= 1) < 0) throw new Error('the mail has too many parts');
  const { header, body } = split(text);
  const value = headerValues(header.slice(0, HEADER_LENGTH));
  const content = value('content-type');
  const type = wordIn(content, /^\s*([\w.+-]+\/[\w.+-]+)/) || place.type;
  const isMultipart = type.startsWith('multipart/');
  const parameters = parametersOf(content);
  const disposition = value('content-disposition');
  const children = isMultipart ? childrenOf(body, parameters.get('boundary') ?? '', type, place) : [];
  return {
    // A multipart without its boundary is shown as it is, by us as by mail programs.
    type: isMultipart && children.length === 0 ? 'text/plain' : type,
    parameters,
    encoding: wordIn(value('content-transfer-encoding'), /^\s*([\w-]+)/),
    disposition: wordIn(disposition, /^\s*([\w-]+)/),
    isNamed: parameters.has('name') || /;\s*filename\*?/i.test(disposition),
    body,
    children,
  };
}

const wordIn = (value: string, shape: RegExp): string => shape.exec(value)?.[1]?.toLowerCase() ?? '';

function childrenOf(body: string, boundary: string, type: string, { depth, budget }: Place): readonly Part[] {
  if (boundary === '') return [];
  const place = { depth: depth + 1, budget, type: type === 'multipart/digest' ? 'message/rfc822' : 'text/plain' };
  return pieces(body, boundary).map(piece => partOf(piece, place));
}

/** The bodies between `--boundary` lines; the last may lack its end. */
function pieces(body: string, boundary: string): readonly string[] {
  const mark = `--${boundary}`;
  const found: string[] = [];
  let start = -1;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue;
    const rest = /^(--)?[ \t]*(?:\r?\n|$)/.exec(body.slice(at + mark.length, at + mark.length + 80));
    if (rest === null) continue;
    if (start !== -1) found.push(body.slice(start, at).replace(/\r?\n$/, ''));
    start = at + mark.length + rest[0].length;
    if (rest[1] !== undefined) return found;
  }
  if (start !== -1) found.push(body.slice(start));
  return found;
}

/** The first header of a name, unfolded. */
function headerValues(header: string): (name: string) => string {
  const lines = header.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return name => {
    const found = lines.find(
      line => line.slice(0, name.length).toLowerCase() === name && /^\s*:/.test(line.slice(name.length)),
    );
    return found === undefined ? '' : found.slice(found.indexOf(':') + 1);
  };
}

function parametersOf(content: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of content.matchAll(
    /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g,
  )) {
    const key = name.toLowerCase().replace(/\*\d*\*?$/, '');
    found.set(key, (found.get(key) ?? '') + (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''));
  }
  return found;
}
