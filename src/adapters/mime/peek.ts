// The headers alone, for a mail that is too large or cannot be parsed: nothing in them is expensive, and nothing could fail.
import { createHash } from 'node:crypto';
import type { Incoming } from '../../core/mail/incoming.ts';
import { cut, headersIn } from './headers.ts';
import { envelopeOf } from './parse.ts';
import { split } from './structure.ts';

const HEADER_BYTES = 64_000;

export function peek(raw: Uint8Array, size: number): Incoming {
  const { header } = split(begun(raw));
  const known = envelopeOf(cut(headersIn(header)));
  // What was cut off might hold another name.
  const from = known.from.length === 1 ? known.from : [];
  return {
    ...known,
    from: from.map(({ address }) => ({ address, name: '' })),
    ...{ recipients: [], inReplyTo: [], references: [] },
    text: '',
    size,
    digest: createHash('sha256').update(raw).digest('hex'),
  };
}

/** Up to the last whole line: an address cut in two is another one. */
function begun(raw: Uint8Array): string {
  const text = Buffer.from(raw.subarray(0, HEADER_BYTES)).toString('latin1');
  return raw.length <= HEADER_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
