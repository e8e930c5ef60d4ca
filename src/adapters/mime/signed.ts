// Takes the mail out of S/MIME signed data (CMS, RFC 5652). The signature is not checked.

/** A field of BER: its tag, and where its content begins and ends. `isOpen`: it has no length, so it ends with what is around it. */
interface Field {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  readonly isOpen: boolean;
}

const [SEQUENCE, IDENTIFIER, NUMBER, SET, CONTENT, OCTETS, PIECES] = [0x30, 0x06, 0x02, 0x31, 0xa0, 0x04, 0x24];

/** Bytes of a length. A mail needs three. */
const MOST_LENGTH_BYTES = 4;

function readField(bytes: Buffer, at: number, end: number): Field | null {
  const [tag = 0, first = 0] = bytes.subarray(at, end);
  if (first === 0x80) return { tag, start: at + 2, end, isOpen: true };
  const count = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + count;
  if (start > end || count > MOST_LENGTH_BYTES) return null;
  const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
  return start + length > end ? null : { tag, start, end: start + length, isOpen: false };
}

/** The last of the fields with these tags, which follow each other. null: there are others. */
function findField(bytes: Buffer, { start, end }: Pick<Field, 'start' | 'end'>, tags: readonly number[]): Field | null {
  let found: Field | null = null;
  for (const tag of tags) {
    if (found?.isOpen === true) return null;
    found = readField(bytes, found?.end ?? start, end);
    if (found?.tag !== tag) return null;
  }
  return found;
}

/** The way down to the mail: the fields beside each other at each depth. Encrypted data have others. */
const PATH = [[SEQUENCE], [IDENTIFIER, CONTENT], [SEQUENCE], [NUMBER, SET, SEQUENCE], [IDENTIFIER, CONTENT]];

/** The mail within signed data. null: it is none, such as encrypted data or a signature alone. */
export function readSigned(bytes: Buffer): Buffer | null {
  let around: Pick<Field, 'start' | 'end'> | null = { start: 0, end: bytes.length };
  for (const tags of PATH) around = around && findField(bytes, around, tags);
  const whole = around && readField(bytes, around.start, around.end);
  if (whole?.tag === OCTETS) return bytes.subarray(whole.start, whole.end);
  return whole?.tag === PIECES ? joinPieces(bytes, whole) : null;
}

/** Some programs write the content in pieces, as they do not know its length when they begin. */
function joinPieces(bytes: Buffer, { start, end }: Field): Buffer | null {
  const pieces: Buffer[] = [];
  let piece = readField(bytes, start, end);
  for (; piece?.tag === OCTETS && !piece.isOpen; piece = readField(bytes, piece.end, end))
    pieces.push(bytes.subarray(piece.start, piece.end));
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}
