// A player's mail as a tree of parts, each with what the search for the letter asks of it.
import { limits } from '#core/limits.ts';
import { fieldValue, type Field } from '#mime/header.ts';
import { parseParametrized, type Parametrized } from '#mime/parameters.ts';
import { parseTree, type MimePart as MimePart, type TreeOptions } from '#mime/tree.ts';

export interface Part {
  /** `text/plain`, lower case. */
  readonly type: string;
  /** Parameters of Content-Type, lower-case names; the pieces of one (RFC 2231) joined. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly encoding: string;
  /** `inline`, `attachment` or '' where nothing is said. */
  readonly disposition: string;
  /** Has a file name of its own. */
  readonly isNamed: boolean;
  /** Still encoded. */
  readonly body: Buffer;
  /** There is nothing to read in it. Asked often, so found out once; false for what has parts. */
  readonly isBlank: boolean;
  readonly children: readonly Part[];
}

/** Deeper or more parts than any mail program writes: the mail is not read at all. */
const DEEPEST = 40;
const MOST_PARTS = 1_000;
/** Of each part's header. */
const HEADER_LENGTH = 64_000;

const READING: TreeOptions = {
  limits: {
    // One more than is allowed: a mail that goes beyond must be seen to.
    partDepth: DEEPEST + 1,
    parts: MOST_PARTS,
    headerBytes: HEADER_LENGTH,
    // No limits of their own: the mail has one.
    headerBytesInAll: limits.mailBytes,
    boundaryLikes: limits.mailBytes,
    boundaryLength: limits.mailBytes,
  },
  typeOf,
  // A mail within is an attachment, not the letter.
  opensMessages: false,
};

/** Throws on a mail that is nested without end. */
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
    // A multipart without its boundary is shown as it is, by us as by mail programs.
    type: type.value.startsWith('multipart/') && parts.length === 0 ? 'text/plain' : type.value,
    parameters,
    encoding: wordIn(fieldValue(fields, 'content-transfer-encoding') ?? '', /^[\w-]+/),
    disposition: wordIn(disposition, /^[\w-]+/),
    isNamed: (parameters.get('name') ?? '') !== '' || /;\s*filename\*?/i.test(disposition),
    body,
    isBlank: parts.length === 0 && !/\S/.test(body.toString('latin1')),
  };
}

/** A type that something stands behind which should not is one all the same; what is none says nothing. */
function typeOf(fields: readonly Field[], unsaid: Parametrized): Parametrized {
  const { value, parameters } = parseParametrized(fieldValue(fields, 'content-type') ?? '', firstWord);
  return { value: wordIn(value, /^[\w.+-]+\/[\w.+-]+/) || unsaid.value, parameters: [...joined(parameters)] };
}

const firstWord = (value: string): string => value.split(/\s/, 1)[0] ?? '';

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
