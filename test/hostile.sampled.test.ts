// Mails made to take long: of each shape, twice as much takes at most some more than twice the work, from the bytes to what was understood.
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { peek, reading } from '#adapters/mime/parse.ts';
import { commands } from '#core/features.ts';
import { parseMail } from '#core/language/parse-mail.ts';
import { findBoardInSubject } from '#core/board/board-in-subject.ts';
import { stripReplyPrefixes } from '#core/kernel/words.ts';
import { HEARING } from './core/ear.ts';
import { findFirstStop } from '#core/mail/gates.ts';
import { isAuthenticated } from '#core/mail/authentication-results.ts';
import { isLong } from '#test/sample.ts';

const OWN = { local: 'games', domain: 'example.test' };
/** Bytes of a shape. */
const SIZE = 200_000;
/** Milliseconds of CPU. */
const MOST = 500;
const FLOOR = 60;
const MOST_TIMES = 2.5;
const TRIES = 5;
/** Tens of thousands of elements within one another cost memory besides; HTML is not read beyond 199,000 characters. */
const SMALLER: Readonly<Record<string, number>> = { 'open elements': SIZE / 2 };

type Shape = (length: number) => string;

const times = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const header =
  (name: string, around: (text: string) => string, piece: string): Shape =>
  length =>
    `${name === 'From' ? '' : 'From: alice@example.test\n'}${name}: ${around(times(piece, length))}\nSubject: x\n\nb3,a3\n`;
const body =
  (head: string, piece: string, begin = '', end = ''): Shape =>
  length =>
    `From: alice@example.test\nSubject: Re: Nex Board 101 alice\n${head}\n${begin}${times(piece, length)}${end}\n`;
const HTML = 'Content-Type: text/html\n';
const FLOWED = 'Content-Type: text/plain; format=flowed\n';
const QP = 'Content-Transfer-Encoding: quoted-printable\n';
const same = (text: string): string => text;

const shapes: Readonly<Record<string, Shape>> = {
  'at signs in an open bracket': header('From', text => `(<${text}) m@x`, '@'),
  'an open bracket and at signs': header('From', text => `<${text}`, '@'),
  'open brackets': header('From', same, '<'),
  'open quotes with escapes': header('From', text => `"${text}`, '\\"\\'),
  quotes: header('From', same, '"a" '),
  'open comments': header('From', same, '('),
  'comments within one another': header('From', text => `${text} a@x.test`, '()'),
  'domain literals without end': header('From', same, 'a@['),
  groups: header('To', same, 'a: b@x.test; '),
  commas: header('To', same, ','),
  recipients: header('To', same, 'a@x.test, '),
  'encoded words': header('Subject', same, '=?utf-8?q?a?= '),
  'encoded words without end': header('Subject', same, '=?utf-8?q?'),
  'beginnings of encoded words': header('Subject', same, '=?'),
  'Japanese encoded words': header('Subject', same, '=?iso-2022-jp?b?GyRCJGgbKEI=?= '),
  'reply prefixes': header('Subject', same, 'Re: '),
  'a blank after a prefix': header('Subject', text => `Re${text}`, ' '),
  'our own notes': header('Subject', same, ' invites you to a game of x'),
  references: header('References', same, '<a@b.test> '),
  'brackets in references': header('References', same, '<a'),
  'folded lines': header('X-A', same, 'x\n '),
  'blanks before folds': header('X-A', same, ' \n\t'),
  'results with open quotes': header('Authentication-Results', text => `example.test; dkim=pass ${text}`, '"\\'),
  'results with comments': header('Authentication-Results', text => `example.test; ${text}`, '('),
  'results with properties': header('Authentication-Results', text => `example.test; dkim=pass ${text}`, 'a.b=c '),
  'parameters without end': header('Content-Type', text => `text/plain${text}`, '; a="b'),
  semicolons: header('Content-Type', text => `text/plain${text}`, ';'),
  'escaped parameters': header('Content-Type', text => `text/plain; a="${text}`, '\\";b="'),
  'parts within parts': length =>
    `From: a@x.test\n${Array.from({ length: length / 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('')}`,
  'as many parts within one another as are read': length =>
    `From: a@x.test\n${Array.from({ length: 40 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('')}\nb3,a3\n${times('x\n', length)}`,
  'boundaries everywhere': body('Content-Type: multipart/mixed; boundary=b\n', '--b\n\nx\n'),
  'boundaries nowhere': body('Content-Type: multipart/mixed; boundary=b\n', 'x--b'),
  'open elements': body(HTML, '<div>', 'b3,a3'),
  'open quotes in elements': body(HTML, '<blockquote>', 'b3,a3'),
  attributes: body(HTML, 'b ', '<a ', '>'),
  'comments without end': body(HTML, '<!--'),
  entities: body(HTML, '&amp'),
  'blanks in HTML': body(HTML, ' ', '<pre>', 'x</pre>'),
  'soft line ends': body(QP, '=\n'),
  'escapes that are none': body(QP, '=='),
  'blanks before a line end': body(QP, ' \t'),
  'a flowed paragraph': body(FLOWED, `${'word '.repeat(14)}\n`),
  'flowed quotes': body(FLOWED, '>'),
  'Japanese letters': body('Content-Type: text/plain; charset=iso-2022-jp\n', '\x1b$B\x1b(B'),
  'UTF-7': body('Content-Type: text/plain; charset=utf-7\n', '+AGE-'),
  blanks: body('', ' ', '', 'x'),
  'empty lines': body('', '\n'),
  'lines that wrote': body('', 'On 21 Nov 2026 at 10:02, a@b.test wrote:\n'),
  'almost wrote': body('', 'On 21 Nov 2026 a@b.test\n'),
  'header lines': body('', 'From: a\n'),
  labels: body('', 'a:\n'),
  underscores: body('', '__________\n'),
  'signatures of telephones': body('', 'Sent from mail mail mail mail mail\n'),
  dashes: body('', '-'),
  'moves with blanks': body('', 'a1 , '),
  'moves, line by line': body('', 'a1,b2\n'),
  'single cells, line by line': body('', 'a3&\n'),
  'cells without end': body('', 'a1'),
  numbers: body('', '1#-1 '),
};

/** The whole way of a mail up to its decision. */
function understand(raw: Buffer): void {
  const read = reading(raw, raw.length);
  const mail = read.kind === 'read' ? read.mail : peek(raw, raw.length);
  const text = read.kind === 'read' ? read.text : '';
  findFirstStop(mail, OWN, [], HEARING.ear.marks);
  isAuthenticated(mail, mail.from[0]?.address ?? '', ['example.test']);
  findBoardInSubject(stripReplyPrefixes(mail.subject), games);
  for (const board of [null, makeBoardContext({ game: 'nex', number: 101 }, { ply: 0 })])
    parseMail(mail.subject, text, {
      ...HEARING,
      commands,
      games,
      isUser: () => false,
      board,
      userid: null,
      opponents: [],
    });
}

function cpu(raw: Buffer): number {
  const before = process.cpuUsage();
  understand(raw);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of some tries: what others do on the machine only adds. Stops when it is small enough. */
function least(raw: Buffer, enough: number): number {
  let found = Infinity;
  for (let tries = 0; tries < TRIES && found > enough; tries++) found = Math.min(found, cpu(raw));
  return found;
}

describe('a hostile mail', () => {
  it.each(Object.entries(shapes))('with %s', (name, shape) => {
    understand(Buffer.from(shape(SIZE), 'latin1'));
    // How long it takes is measured in the long run.
    if (!isLong) return;
    const size = SMALLER[name] ?? SIZE;
    const half = Buffer.from(shape(size / 2), 'latin1');
    const whole = Buffer.from(shape(size), 'latin1');
    const long = least(whole, FLOOR);
    expect(least(Buffer.from(shape(SIZE), 'latin1'), MOST)).toBeLessThan(MOST);
    // Times below the floor are noise.
    if (long > FLOOR) expect(least(whole, 0) / Math.max(least(half, 0), FLOOR / 2)).toBeLessThan(MOST_TIMES);
  });
});
