// The headers alone, for a mail that is too large or cannot be parsed: plain rules, no decoding, nothing that could fail.
import { createHash } from 'node:crypto';
import type { Header, Incoming, Mailbox } from '../../core/mail/incoming.ts';
import { limits } from '../../core/limits.ts';
import { ids } from './parse.ts';

const HEADER_BYTES = 64_000;

export function peek(raw: Uint8Array, size: number): Incoming {
  const text = Buffer.from(raw.subarray(0, HEADER_BYTES)).toString('latin1');
  const block = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const headers = block
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): Header[] => {
      const [, name, value] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name: name.toLowerCase(), value: value ?? '' }];
    });
  const values = (name: string): readonly string[] =>
    headers.filter(header => header.name === name).map(({ value }) => value);
  const from = values('from').flatMap(addressIn);
  return {
    headers,
    from,
    fromHeaders: values('from').length,
    recipients: [],
    subject: (values('subject')[0] ?? '').slice(0, limits.subjectLength),
    messageId: ids(values('message-id'))[0] ?? null,
    inReplyTo: [],
    references: [],
    text: '',
    size,
    digest: createHash('sha256').update(raw).digest('hex'),
  };
}

/** One address, bare or in angle brackets behind a name; of anything else nobody is answered. */
function addressIn(value: string): readonly Mailbox[] {
  const plain = value
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\([^()]*\)/g, '')
    .trim();
  if (/[,;]/.test(plain)) return [];
  const address = (/^[^<>]*<([^<>\s@]+@[^<>\s@]+)>$/.exec(plain) ?? /^([^<>\s@]+@[^<>\s@]+)$/.exec(plain))?.[1];
  return address === undefined ? [] : [{ address: address.toLowerCase(), name: '' }];
}
