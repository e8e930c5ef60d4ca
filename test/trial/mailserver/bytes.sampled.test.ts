// What was delivered comes back byte for byte; and whatever a mail holds, its structure can be asked for.
import fc from '#test/fast-check.ts';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { describe, expect, it } from 'vitest';
import { Content, formatEnvelope, formatStructure, parseSection, readSection } from '#trial/mailserver/imap/content.ts';
import {
  decodeName,
  formatDate,
  formatName,
  formatUidSet,
  parseCommand,
  parseDate,
  selectNumbers,
  selectUids,
} from '#trial/mailserver/imap/syntax.ts';
import { parseParametrized } from '#mime/header.ts';
import { flow, mail, running, submit } from './support.ts';
import { steadyClock } from '#adapters/clock.ts';
import { isLong } from '#test/sample.ts';

/** Lines that mean something to mail, and noise; every line ends with CRLF as in SMTP. */
const body = fc
  .array(
    fc.oneof(
      fc.constantFrom('', '.', '..', '.x', 'From here', '--b', '--b--', ')', '{5}', 'a1 OK', '=20', ' '),
      fc.uint8Array({ maxLength: 90 }).map(bytes =>
        Buffer.from(bytes)
          .toString('latin1')
          .replace(/[\r\n\0]/g, ''),
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(lines => lines.map(line => `${line}\r\n`).join(''));

async function latest(client: ImapFlow): Promise<FetchMessageObject> {
  const found = await client.fetchOne('*', { source: true, size: true });
  if (!found) throw new Error('there is no latest mail');
  return found;
}

describe('bytes', () => {
  it('come back as they were delivered or appended', async () => {
    const server = await running();
    const client = await flow(server, 'bob@example.test');
    await client.mailboxOpen('INBOX');
    await fc.assert(
      fc.asyncProperty(body, async text => {
        const raw = Buffer.from(mail({ Subject: 'bytes', 'X-Raw': 'ä\tb' }, text), 'latin1');
        await submit(server, { to: ['bob@example.test'], raw });
        await client.noop();
        const { source, size } = await latest(client);
        expect(source?.subarray(source.indexOf('From: ')).toString('latin1')).toBe(raw.toString('latin1'));
        expect(size).toBe(source?.length);
        await client.append('INBOX', raw);
        expect((await latest(client)).source?.toString('latin1')).toBe(raw.toString('latin1'));
      }),
      { numRuns: 12 },
    );
  });

  it('of a whole mail are its header and its text, and partials are slices', () => {
    fc.assert(
      fc.property(body, body, fc.nat(60), (head, text, from) => {
        const content = new Content(Buffer.from(`${head}\r\n${text}`, 'latin1'));
        const read = (section: string): string => readSection(content, parseSection(section))?.toString('latin1') ?? '';
        expect(read('HEADER') + read('TEXT')).toBe(`${head}\r\n${text}`);
        expect(read('')).toBe(`${head}\r\n${text}`);
        expect(read('').slice(from)).toBe(content.bytes.subarray(from).toString('latin1'));
      }),
    );
  });

  it('of any kind have a structure and an envelope that can be parsed again', () => {
    const header = fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: multipart/mixed; boundary="b"; x=(',
      'Content-Type: message/rfc822',
      'Content-Type: text/plain; charset="a\\"b"; name*0*=x',
      'Content-Type: a/b/c; =; ;',
      'Content-Disposition: attachment; filename="ü"',
      'From: A "b" <a@b>, group: x@y, <z@w>;, ,',
      'To: <<@>>(((',
      'Subject: "\\ü',
      'Content-Language: de, en',
    );
    const chaotic = fc.array(fc.oneof(header, body), { maxLength: 14 }).map(parts => parts.join('\r\n'));
    fc.assert(
      fc.property(chaotic, text => {
        const content = new Content(Buffer.from(text, 'latin1'));
        wellFormed(formatStructure(content.bytes, content.tree));
        wellFormed(formatEnvelope(content.fields));
      }),
      { numRuns: 500 },
    );
  });

  it('of a mail made to be slow are taken apart in no time', () => {
    const deep = Array.from(
      { length: 2000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=${at}\r\n\r\n--${at}\r\n`,
    );
    const rfc822 = 'Content-Type: message/rfc822\r\n\r\n'.repeat(5000);
    const wide = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(50_000)}`;
    const near = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--bb\r\n'.repeat(200_000)}`;
    const quotes = `Content-Type: a/b; x=${'"\\'.repeat(4000)}\r\n\r\n--b\r\n`;
    const quoted = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${quotes.repeat(1000)}`;
    const lines = `Content-Type: message/rfc822\r\n\r\n${'a\n'.repeat(5_000_000)}`;
    const people = `To: ${'(<a@b,'.repeat(40_000)}\r\n\r\n`;
    const start = steadyClock.now();
    for (const text of [deep.join(''), rfc822, wide, near, quoted, lines, people]) {
      const content = new Content(Buffer.from(text));
      wellFormed(formatStructure(content.bytes, content.tree));
      wellFormed(formatEnvelope(content.fields));
    }
    // The gate does not measure.
    if (isLong) expect(steadyClock.now() - start).toBeLessThan(3_000);
  });
});

/** Whether the server's own reader of lists and strings takes it in. */
function wellFormed(text: string): void {
  const segments: { literal: boolean; bytes: Buffer }[] = [];
  let rest = Buffer.from(`a B ${text}`, 'latin1');
  for (;;) {
    const match = /\{(\d+)\}\r\n/.exec(rest.toString('latin1'));
    if (!match) break;
    const end = match.index + match[0].length;
    segments.push({ literal: false, bytes: rest.subarray(0, end - 2) });
    segments.push({ literal: true, bytes: rest.subarray(end, end + Number(match[1])) });
    rest = rest.subarray(end + Number(match[1]));
  }
  expect(text.replace(/\{\d+\}\r\n/g, '')).not.toContain('\0');
  const { args } = parseCommand([...segments, { literal: false, bytes: rest }]);
  expect(args).toHaveLength(1);
}

describe('parameters', () => {
  it.each([
    ['text/plain', 'text/plain', []],
    [
      'Text/PLAIN; Charset=utf-8 ; x = "a;b\\"c" (a; comment)',
      'text/plain',
      [
        ['charset', 'utf-8'],
        ['x', 'a;b"c'],
      ],
    ],
    ['a/b; ; =x; y; z="open', 'a/b', [['z', 'open']]],
    [
      "a/b (c; (d)); name*0*=utf-8''%e4; name*1=b",
      'a/b',
      [
        ['name*0*', "utf-8''%e4"],
        ['name*1', 'b'],
      ],
    ],
  ])('of %s', (text, value, parameters) => {
    expect(parseParametrized(text)).toEqual({ value, parameters });
  });
});

describe('the small languages', () => {
  it('modified UTF-7 there and back', () => {
    // A name that is not an atom is quoted. Names have no control characters.
    const bare = (name: string): string =>
      formatName(name).replace(/^"(.*)"$/, (_, text: string) => text.replace(/\\(.)/g, '$1'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), name => {
        expect(bare(name)).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeName(bare(name))).toBe(name);
      }),
    );
    expect(bare('~peter/mail/台北/日本語')).toBe('~peter/mail/&U,BTFw-/&ZeVnLIqe-');
    expect(decodeName('&Jjo')).toBeUndefined();
    // Half a letter is none. The replacement character is a letter like others.
    expect(decodeName('&JjpA-')).toBeUndefined();
    expect(decodeName(bare('\ufffd'))).toBe('\ufffd');
  });

  it('sets of uids there and back, and numbers against places', () => {
    const uids = fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
      .map(list => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(uids, uids, (view, wanted) => {
        expect(selectUids(formatUidSet(wanted), view)).toEqual(view.filter(uid => wanted.includes(uid)));
        const numbers = wanted.filter(number => number <= view.length);
        if (numbers.length > 0)
          expect(selectNumbers(formatUidSet(numbers), view)).toEqual(numbers.map(number => view[number - 1]));
        expect(selectUids('1:*', view)).toEqual(view);
        expect(selectUids('999:*', view)).toEqual(view.slice(-1));
      }),
    );
    expect(selectNumbers('1:*', [])).toEqual([]);
  });

  it('internal dates there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), seconds => {
        expect(parseDate(formatDate(seconds * 1000).slice(1, -1))).toBe(seconds * 1000);
      }),
    );
  });
});
