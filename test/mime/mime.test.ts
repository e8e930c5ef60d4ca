// The one reader of headers and parts, where mails are malformed: nothing is lost, and limits end what is read without failing.
import { describe, expect, it } from 'vitest';
import { endOfHeader, parseFields, parseParametrized, valueOf } from '#mime/header.ts';
import { type MimePart, type TreeLimits, parseTree, plainText } from '#mime/tree.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const fields = (text: string): readonly (readonly [string, string])[] =>
  parseFields(bytes(text), 0, text.length).map(field => [field.name, valueOf(field)]);

describe('a header', () => {
  it.each([
    ['A: b\r\n\r\nbody', 'body'],
    ['A: b\n\nbody', 'body'],
    ['A: b\n\r\nbody', 'body'],
    ['A: b\r\n\nbody', 'body'],
    ['A: b\r\n\r\n\nbody', '\nbody'],
    ['A: b\n\n\r\nbody', '\r\nbody'],
    ['\r\nbody', 'body'],
    ['\n\nbody', '\nbody'],
    ['A: b\r\n', ''],
    ['', ''],
  ])('%j ends where %j begins', (text, body) => {
    expect(text.slice(endOfHeader(bytes(text), 0, text.length))).toBe(body);
  });

  it('of which every byte is in some field', () => {
    const text = ' folded first\r\nA : b\r\n\t c\nno colon\n \nX\r\n : y\r\n: z';
    const found = parseFields(bytes(text), 0, text.length);
    expect(found.map(({ raw }) => raw).join('')).toBe(text);
    expect(fields(text)).toEqual([
      ['', 'folded first'],
      ['a', 'b\t c'],
      ['', 'no colon'],
      ['x', 'y'],
      ['', 'z'],
    ]);
  });
});

describe('a parameter', () => {
  it.each([
    ['a/b; c="d" e=f', 'd'],
    ['a/b; c="d', 'd'],
    ['a/b; c="d\\"e"', 'd"e'],
    ['a/b; c=d e=f', 'd e=f'],
  ])('of %s', (text, value) => {
    expect(parseParametrized(text).parameters).toEqual([['c', value]]);
  });

  it('without quotes is what the caller takes it for', () => {
    const { parameters } = parseParametrized('a/b; c=d e; f="g h"', value => value.slice(0, 1));
    expect(parameters).toEqual([
      ['c', 'd'],
      ['f', 'g h'],
    ]);
  });
});

describe('the parts of a mail', () => {
  const LIMITS: TreeLimits = {
    partDepth: 3,
    parts: 4,
    boundaryLikes: 10,
    boundaryLength: 5,
    headerBytes: 100,
    headerBytesInAll: 200,
  };
  const outline = (part: MimePart): unknown => [part.end - part.bodyStart, ...part.parts.map(outline)];
  const read = (text: string): MimePart =>
    parseTree(bytes(text), {
      limits: LIMITS,
      typeOf: ([first]) => (first === undefined ? plainText : parseParametrized(valueOf(first))),
    });
  const tree = (text: string): unknown => outline(read(text));
  const mixed = (boundary: string): string => `T: multipart/mixed; boundary=${boundary}\n\n`;

  it.each([
    ['lie between their lines', `${mixed('b')}-\n--b\n\none\n--b \t\n\ntwo\n--b--\n-`, [29, [3], [3]]],
    ['are there without an end', `${mixed('b')}--b\n\none`, [8, [3]]],
    ['are no more than the limit', mixed('b') + '--b\n\nx\n'.repeat(6), [42, [1], [1], [1], [1]]],
    ['are not looked for behind many lines like theirs', `${mixed('b')}${'--bx\n'.repeat(10)}--b\n\nx`, [56]],
    ['are not looked for with a long boundary', `${mixed('bbbbbb')}--bbbbbb\n\nx`, [11]],
    ['are no deeper than the limit', `${mixed('b')}--b\n${mixed('c')}--c\n${mixed('d')}--d\n${mixed('e')}--e\n\nx`, 3],
  ])('%s', (_, text, expected) => {
    const depth = (found: unknown): number =>
      Array.isArray(found) ? Math.max(0, ...found.slice(1).map(child => 1 + depth(child))) : 0;
    expect(typeof expected === 'number' ? depth(tree(text)) : tree(text)).toEqual(expected);
  });

  it('of a mail within the mail are apart', () => {
    const { parts, message } = read(`T: message/rfc822\n\n${mixed('b')}--b\n\nx`);
    expect([parts, message?.parts.length]).toEqual([[], 1]);
  });
});
