// Checkpoints as signed notes (C2SP tlog-checkpoint, signed-note), by Ed25519.
import { type KeyObject, createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import { must } from '#games/kit/assert.ts';
import { HASH_BYTES, type Hash, type Tree, computeRoot } from './tree.ts';

/** What DER puts before the 32 bytes of an Ed25519 key (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
/** What stands before a key in its text: it signs the checkpoints of its own log, or those of others with the time (C2SP tlog-cosignature). */
const KINDS = { log: 1, witness: 4 } as const;

/** A public key with its name, written `name+id+key` as signed notes have it. */
export interface LogKey {
  readonly name: string;
  /** The first four bytes of a hash of all the rest. */
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly text: string;
}

export interface Signer {
  readonly verifier: LogKey;
  readonly sign: (text: string) => Buffer;
}

function createLogKey(name: string, bytes: Buffer, kind: keyof typeof KINDS): LogKey {
  const typed = Buffer.concat([Buffer.of(KINDS[kind]), bytes]);
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, bytes]), format: 'der', type: 'spki' });
  return { name, id, key, text: `${name}+${id.toString('hex')}+${typed.toString('base64')}` };
}

/** `seed`: 32 secret bytes. `name`: without blanks and plus signs. */
export function createSigner(name: string, seed: Buffer, kind: keyof typeof KINDS = 'log'): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    verifier: createLogKey(name, der.subarray(-KEY_BYTES), kind),
    sign: text => sign(null, Buffer.from(text), key),
  };
}

/** null: the text is no key of a log. */
export function parseLogKey(text: string): LogKey | null {
  const [, name, encoded] = /^([^\s+]+)\+[\da-f]{8}\+([A-Za-z\d+/]{44})$/.exec(text) ?? [];
  if (name === undefined || encoded === undefined) return null;
  const verifier = createLogKey(name, Buffer.from(encoded, 'base64').subarray(1), 'log');
  return verifier.text === text ? verifier : null;
}

/** The state of a log: how many entries it has, and the root of their tree. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
  /** What is signed. */
  readonly text: string;
  /** The lines of signatures. */
  readonly signatures: readonly string[];
}

const signatureLine = ({ name, id }: LogKey, bytes: Buffer): string =>
  `— ${name} ${Buffer.concat([id, bytes]).toString('base64')}`;

const textOf = (origin: string, size: number, root: Hash): string => `${origin}\n${size}\n${root.toString('base64')}\n`;

export function signCheckpoint({ verifier, sign }: Signer, { size, peaks }: Tree): Checkpoint {
  const root = computeRoot(peaks);
  const text = textOf(verifier.name, size, root);
  return { origin: verifier.name, size, root, text, signatures: [signatureLine(verifier, sign(text))] };
}

/** Adds the signature of a witness who saw the checkpoint at this time. */
export function cosign({ verifier, sign }: Signer, checkpoint: Checkpoint, seconds: number): Checkpoint {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(`cosignature/v1\ntime ${seconds}\n${checkpoint.text}`);
  const line = signatureLine(verifier, Buffer.concat([time, signature]));
  return { ...checkpoint, signatures: [...checkpoint.signatures, line] };
}

export const formatNote = ({ text, signatures }: Checkpoint): string => `${text}\n${signatures.join('\n')}\n`;

/** null: it is no checkpoint, or written otherwise than `formatNote` writes it. Signatures are not checked. */
export function parseNote(note: string): Checkpoint | null {
  const [, origin, digits, encoded, lines] =
    /^([^\s+]+)\n(\d{1,15})\n([A-Za-z\d+/=]{44})\n\n((?:— [^\s+]+ [A-Za-z\d+/=]{1,999}\n)+)$/.exec(note) ?? [];
  if (origin === undefined || lines === undefined) return null;
  const [size, root] = [Number(digits), Buffer.from(must(encoded, 'it was matched'), 'base64')];
  const checkpoint = { origin, size, root, text: textOf(origin, size, root), signatures: lines.trimEnd().split('\n') };
  return root.length === HASH_BYTES && formatNote(checkpoint) === note ? checkpoint : null;
}

/** Has the holder of this key signed the checkpoint, and is there no other signature? */
export function isSignedBy({ text, signatures }: Checkpoint, verifier: LogKey): boolean {
  const [line = '', ...others] = signatures;
  const signed = Buffer.from(line.slice(line.lastIndexOf(' ') + 1), 'base64').subarray(verifier.id.length);
  const isOwn = others.length === 0 && signatureLine(verifier, signed) === line;
  return isOwn && verify(null, Buffer.from(text), verifier.key, signed);
}

/** The board that a mail shows: the number of its events, and its last entry in base64. */
export interface ToldBoard {
  readonly board: string;
  readonly events: number;
  readonly head: string;
}

/** The field of a mail's header. `told` null: the mail shows no board. */
export function formatLogField(key: LogKey, { size, root, signatures }: Checkpoint, told: ToldBoard | null): string {
  const signature = signatures[0]?.split(' ').at(-1) ?? '';
  const board = told === null ? [] : [`b=${told.board}`, `e=${told.events}`, `h=${told.head}`];
  const tags = [`k=${key.text}`, `n=${size}`, `r=${root.toString('base64')}`, `s=${signature}`, ...board];
  return `Nexpost-Log: ${tags.join(';\r\n ')}\r\n`;
}

/** What such a field says, and who signed it. */
export interface LogField {
  readonly key: LogKey;
  readonly checkpoint: Checkpoint;
  readonly told: ToldBoard | null;
}

/** `value`: of the field, folded anywhere. null: the key has not signed it. */
export function parseLogField(value: string): LogField | null {
  const tags = new Map(
    value
      .split(';')
      .map(tag => tag.replace(/\s/g, ''))
      .map(tag => [tag.charAt(0), tag.slice(2)]),
  );
  const tagOf = (name: string): string => tags.get(name) ?? '';
  const key = parseLogKey(tagOf('k'));
  const checkpoint = key && parseNote(`${key.name}\n${tagOf('n')}\n${tagOf('r')}\n\n— ${key.name} ${tagOf('s')}\n`);
  if (key === null || checkpoint === null || !isSignedBy(checkpoint, key)) return null;
  const told = tags.has('b') ? { board: tagOf('b'), events: Number(tagOf('e')), head: tagOf('h') } : null;
  return { key, checkpoint, told };
}
