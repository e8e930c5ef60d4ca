// Reads the headers alone, of a mail that is too large or cannot be parsed. Cheap, and never fails.
import type { Incoming } from '#core/mail/incoming.ts';
import { inLetters } from '#mime/decode.ts';
import { parseAddresses } from './fields/addresses.ts';
import { cutHeaders, parseHeaders } from './headers.ts';
import { digestOf, envelopeOf } from './parse.ts';

const HEADER_BYTES = 64_000;

export function peek(raw: Uint8Array, size: number): Incoming {
  const known = envelopeOf(cutHeaders(parseHeaders(cutToHeader(raw))));
  // What was cut off might hold another name.
  const from = known.from.length === 1 ? known.from : [];
  return {
    ...known,
    from: from.map(({ address }) => ({ address, name: '' })),
    ...{ recipients: [], inReplyTo: [], references: [] },
    text: '',
    size,
    digest: digestOf(known, raw),
  };
}

/** Up to the last whole line: an address cut in two is another one. */
function cutToHeader(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER_BYTES));
  return raw.length <= HEADER_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

const PARTIES: ReadonlySet<string> = new Set(['from', 'sender', 'reply-to', 'to', 'cc']);

/** The addresses of senders and recipients in the header, in lower case. */
export const listParties = (raw: Uint8Array): readonly string[] =>
  parseHeaders(cutToHeader(raw))
    .filter(({ name }) => PARTIES.has(name))
    .flatMap(({ value }) => parseAddresses(inLetters(value)).map(({ address }) => address));
