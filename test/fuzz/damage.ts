// Damages mails by chance: cuts them, changes bytes, repeats lines and pieces, mixes two mails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#games/kit/random.ts';

export interface NamedMail {
  readonly name: string;
  readonly raw: Buffer;
}

/** The mails of a folder. */
export const readMails = (folder: string): readonly NamedMail[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => {
      const raw = readFileSync(join(folder, name));
      return { name, raw: name === 'nested-without-end.eml' ? addNestedParts(raw) : raw };
    });

/** The file has the header alone. A thousand parts come after it, each inside the one before, and none of them ends. */
const addNestedParts = (header: Buffer): Buffer =>
  Buffer.concat([
    header,
    ...Array.from({ length: 1_000 }, (_, i) =>
      Buffer.from(`--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`),
    ),
  ]);

type Damage = (raw: Buffer, pick: Random['below']) => Buffer;

const lineEnd = (raw: Buffer, from: number): number => {
  const end = raw.indexOf(0x0a, from);
  return end === -1 ? raw.length : end + 1;
};

/** Bytes that are filled with a piece at most. */
const MAX_REPEATED = 60_000;

const listDamages = (mails: readonly Buffer[]): readonly Damage[] => [
  (raw, pick) => raw.subarray(0, pick(raw.length + 1)),
  (raw, pick) => {
    const copy = Buffer.from(raw);
    for (let left = 1 + pick(8); left > 0 && copy.length > 0; left--) copy[pick(copy.length)] = pick(256);
    return copy;
  },
  (raw, pick) => {
    const start = lineEnd(raw, pick(raw.length + 1));
    const end = lineEnd(raw, start);
    return Buffer.concat([
      raw.subarray(0, end),
      ...Array.from({ length: pick(30) }, () => raw.subarray(start, end)),
      raw.subarray(end),
    ]);
  },
  (raw, pick) => {
    const other = mails[pick(mails.length)] ?? raw;
    const from = pick(other.length);
    return Buffer.concat([raw.subarray(0, pick(raw.length + 1)), other.subarray(from, from + pick(2_000))]);
  },
  (raw, pick) => {
    const at = pick(raw.length + 1);
    return Buffer.concat([raw.subarray(0, at), raw.subarray(at + pick(200))]);
  },
  (raw, pick) => {
    const start = pick(raw.length + 1);
    const piece = raw.subarray(start, start + 1 + pick(100));
    // Seldom, because a long mail costs far more than the others.
    const repeated = piece.length === 0 || pick(8) > 0 ? piece : Buffer.alloc(pick(MAX_REPEATED), piece);
    return Buffer.concat([raw.subarray(0, start), repeated, raw.subarray(start)]);
  },
];

/** Returns a function that damages a mail in one to three ways. `mails`: others, of which it takes pieces. */
export function createDamager(mails: readonly Buffer[]): Damage {
  const damages = listDamages(mails);
  return (raw, pick) => {
    let result = raw;
    for (let left = 1 + pick(3); left > 0; left--) result = damages[pick(damages.length)]?.(result, pick) ?? result;
    return result;
  };
}
