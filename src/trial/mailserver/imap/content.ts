// A mail under a command: its bytes, and its parts, parsed on demand.
// Its text is good enough to find words, no more.
import { limits } from '../limits.ts';
import { textOfBytes } from '#mime/decode.ts';
import { decodeWords, inLetters } from '#mime/encoded-words.ts';
import { endOfHeader, fieldValue, parseFields, valueOf, type Field } from '#mime/header.ts';
import { parseParametrized, type Parametrized } from '#mime/parameters.ts';
import { parseTree, plainText, type MimePart } from '#mime/tree.ts';

export class Content {
  readonly bytes: Buffer;
  #tree: MimePart | undefined;
  #fields: readonly Field[] | undefined;
  #headerText: string | undefined;
  #bodyText: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get tree(): MimePart {
    return (this.#tree ??= parseTree(this.bytes, { limits, typeOf, opensMessages: true }));
  }

  /** Decoded and in lower case, for searching. */
  get headerText(): string {
    return (this.#headerText ??= decodeHeader(this.tree.fields).toLowerCase());
  }
  get bodyText(): string {
    return (this.#bodyText ??= decodeBody(this.bytes, this.tree).toLowerCase());
  }

  /** The header fields of the mail itself, which is cheaper than the tree when no more is wanted. */
  get fields(): readonly Field[] {
    if (this.#tree) return this.#tree.fields;
    const end = Math.min(endOfHeader(this.bytes, 0, this.bytes.length), limits.headerBytes);
    return (this.#fields ??= parseFields(this.bytes, 0, end));
  }
}

/** What is no type at all is text: a client must be able to show it. */
function typeOf(fields: readonly Field[], unsaid: Parametrized): Parametrized {
  const text = fieldValue(fields, 'content-type');
  if (text === undefined) return unsaid;
  const type = parseParametrized(text);
  return /^[!#$&^_.+a-z0-9-]+\/[!#$&^_.+a-z0-9-]+$/.test(type.value) ? type : plainText;
}

/** Encoded words (RFC 2047) into text; raw bytes are read as UTF-8 where they are. */
export const decodeValue = (field: Field): string => decodeWords(inLetters(valueOf(field)));

function decodeHeader(fields: readonly Field[]): string {
  return fields.map(field => `${field.name}: ${decodeValue(field)}`).join('\n');
}

/** All text of a part and of those within it, header of the mail excluded. */
function decodeBody(bytes: Buffer, part: MimePart): string {
  if (part.message) return `${decodeHeader(part.message.fields)}\n${decodeBody(bytes, part.message)}`;
  if (part.parts.length > 0) return part.parts.map(child => decodeBody(bytes, child)).join('\n');
  if (!part.type.value.startsWith('text/')) return '';
  const encoding = fieldValue(part.fields, 'content-transfer-encoding')?.toLowerCase() ?? '';
  const charset = part.type.parameters.find(([name]) => name === 'charset')?.[1] ?? '';
  return textOfBytes(bytes.subarray(part.bodyStart, part.end), encoding, charset);
}
