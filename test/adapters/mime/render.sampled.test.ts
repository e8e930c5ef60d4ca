// Every part of every mail decodes to what was put in, by a reader stricter than mail programs are.
import { expect, it } from 'vitest';
import { createRandom, type Random } from '#games/kit/random.ts';
import { mime } from '#adapters/mime/index.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { PLAN, pictureIn, toBytes } from './plan.ts';

const MAILS = times(1_000, 10_000);
const PIECES = [
  '=',
  '==',
  '=3D',
  'a',
  'Zug ',
  ' ',
  '\t',
  '\n',
  '\n\n',
  '.',
  '..\n',
  'ü',
  '中',
  '🎲',
  '- ',
  'b3,a3',
  'From ',
];

const someText = (rng: Random): string =>
  Array.from({ length: rng.below(120) }, () => PIECES[rng.below(PIECES.length)]!.repeat(1 + rng.below(9))).join('');

const someBytes = (rng: Random): Uint8Array => Uint8Array.from({ length: 1 + rng.below(600) }, () => rng.below(256));

/** RFC 2045 6.7 to the letter: no other `=` than an escape or the end of a line, no blank at an end. nodemailer's lines have 77 characters at most, one too many. */
function decodeQuotedPrintable(encoded: string): string {
  for (const line of encoded.split('\r\n'))
    expect(line).toMatch(/^(?=.{0,77}$)(?:[!-<>-~ \t]|=[0-9A-F]{2})*(?:(?<![ \t])|=)$/);
  const bytes = encoded.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))); // prettier-ignore
  return Buffer.from(bytes, 'latin1').toString();
}

/** By type: what the innermost parts decode to. */
function partsOf(entity: string): Map<string, string> {
  const end = entity.indexOf('\r\n\r\n');
  const [headers, body] = [entity.slice(0, end).replace(/\r\n[ \t]+/g, ' '), entity.slice(end + 4)];
  const [, type = '', parameters = ''] = /^Content-Type: ([^;\r]+)(.*)$/m.exec(headers) ?? [];
  if (type.startsWith('multipart/')) {
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(parameters) ?? [];
    const inner = `\r\n${body}`.split(new RegExp(`\r\n--${boundary}(?:--)?\r\n`)).slice(1, -1);
    return new Map(inner.flatMap(each => [...partsOf(each)]));
  }
  const [, encoding] = /^Content-Transfer-Encoding: (.*)$/m.exec(headers) ?? [];
  const decode = { '7bit': (text: string) => text, 'quoted-printable': decodeQuotedPrintable, base64: (text: string) => Buffer.from(text, 'base64').toString('latin1') }[encoding!]!; // prettier-ignore
  return new Map([[type, decode(body)]]);
}

const lines = (text: string): string => text.replace(/\n/g, '\r\n');

it.each(seedsFor(import.meta.filename, 1))('each part decodes to what was put in (seed %i)', async seed => {
  const rng = createRandom(seed);
  for (let n = 0; n < MAILS; n++) {
    const [light, dark, text] = [someBytes(rng), someBytes(rng), someText(rng)];
    const [before, behind] = [someText(rng), someText(rng)];
    const picture = pictureIn('');
    const html = `${before}cid:${picture.inHtml!.darkCid}${behind}`;
    const parts = partsOf(
      toBytes(await mime.render({ ...PLAN, text, html, pictures: [picture] }, [{ light, dark }])).toString(),
    );
    expect(parts.get('text/plain')).toBe(lines(text));
    expect(parts.get('image/png')).toBe(Buffer.from(light).toString('latin1'));
    const url = `data:image/png;base64,${Buffer.from(dark).toString('base64')}`;
    expect(parts.get('text/html')).toBe(lines(`${before}${url}${behind}`));
  }
});
