// Parses a player's mail into a tree of parts, for the search for its text.
import { limits } from '#core/kernel/limits.ts';
import { type Field, type Parametrized, fieldValue, parseParametrized } from '#mime/header.ts';
import { type MimePart, type TreeOptions, parseTree } from '#mime/tree.ts';

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
  // A nested mail is an attachment, not the letter.
  opensMessages: false,
};

/** Throws on a mail with too many or too deeply nested parts. */
export function structureOf(bytes: Buffer): Part {
  let parts = 0;
  const partOf = (part: MimePart, depth: number): Part => {
    if (depth > DEEPEST || (parts += 1) > MOST_PARTS) throw new Error('the mail has too many parts');
    const children = part.parts.map(child => partOf(child, depth + 1));
    return { ...ownOf(part, bytes.subarray(part.bodyStart, part.end)), children };
  };
  return partOf(parseTree(bytes, READING), 0);
}

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
    isBlank: parts.length === 0 && !/\S/.test(body.toString('latin1')),
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
