// The kinds of lines in a reply: header blocks, attributions, delimiters and signatures, and what only resembles them.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { extractNewText } from '#core/mail/reply.ts';
import { bare, classifyLines, findAttribution } from '#core/mail/reply/kinds.ts';
import { findHeaderBlock, parseLabelledLine } from '#core/mail/reply/headers.ts';
import { isForwarded, isListFooter, isMobile } from '#core/mail/reply/phrases.ts';

const BLOCK = ['From: <a@x.test>', 'To: me'];

describe('a labelled line', () => {
  it.each([
    ['From: me', 'from', 'me'],
    ['Reply to:   me', 'reply to', 'me'],
    ['Subject:', 'subject', ''],
    ['De : me', 'de', 'me'],
    ['*From:* me', 'from', 'me'],
    ['**From:** me', 'from', 'me'],
    ['__Sent__: today', 'sent', 'today'],
    ['*To*: me', 'to', 'me'],
    ['* To: me', 'to', 'me'],
    ['A: me', 'a', 'me'],
    ['Subject: a*b', 'subject', 'a*b'],
    ['主题： Nex', '主题', 'Nex'],
    [`${'x'.repeat(25)}: y`, 'x'.repeat(25), 'y'],
  ])('%s', (line, label, value) => expect(parseLabelledLine(line)).toEqual({ label, value }));

  it.each([
    ['no label', 'hello'],
    ['an empty label', ': hello'],
    ['a label of stars alone', '**: hello'],
    ['no blank behind the colon', '10:02'],
    ['a star within the label', 'a*b: c'],
    ['a long label', `${'x'.repeat(26)}: y`],
  ])('is not one with %s', (_, line) => expect(parseLabelledLine(line)).toBeNull());
});

describe('a header block', () => {
  const endOf = (lines: readonly string[], start = 0): number | null =>
    findHeaderBlock(lines, lines.map(parseLabelledLine), start);

  it.each([
    ['of two lines with an address between angles', ['From: <a@x.test>', 'Subject: Nex'], 2],
    ['of two lines with such an address in the second', ['From: me', 'To: <a@x.test>'], 2],
    ['of two lines with one of our Subjects', ['From: me', 'Subject: Re: Nex Board 101 bob'], 2],
    ['of three lines with an address and a year', ['Na: a@x.test', 'Dydd: 21/11/2026', 'At: b'], 3],
    ['of three lines with an address and a time', ['Na: a@x.test', 'Awr: 10:02', 'At: b'], 3],
    ['down to an empty line', ['From: <a@x.test>', 'Subject: Nex', '', 'To: you'], 2],
    ['down to the text below', ['From: <a@x.test>', 'Subject: Nex', 'b3,a3', 'hello'], 2],
    ['over one broken line', ['From: <a@x.test>', 'To: b@x.test,', 'c@x.test', 'Subject: Nex'], 4],
    ['down to two broken lines', ['From: <a@x.test>', 'To: b@x.test,', 'c@x.test', 'd@x.test', 'Subject: Nex'], 2],
    ['with unknown labels', ['Foo: 1', 'Bar: 2', 'Baz: <a@x.test>', 'Fuz: you'], 4],
    ['of twelve lines at most', ['From: <a@x.test>', ...Array.from({ length: 20 }, () => 'To: b@x.test')], 12],
    ['in an unknown language', ['Na: a@else.test', 'Dydd: 21/11/2026', 'Awr: 10:02'], 3],
  ] as const)('%s', (_, lines, end) => {
    expect(endOf(lines)).toBe(end);
    expect(endOf(['above', ...lines], 1)).toBe(end + 1);
  });

  it.each([
    ['one line', ['From: <a@x.test>']],
    ['lines without an address', ['From: me', 'To: you', 'Subject: Nex']],
    ['an address alone', ['Name: me', 'Mail: a@x.test']],
    ['a new address', ['my new address: a@x.test', 'since: 2026']],
    ['a date and a time', ['Date: 21/11/2026', 'Time: 10:02']],
    ['a first line without a label', ['hello', 'From: <a@x.test>', 'Subject: Nex']],
    ['an address without a host', ['Na: a@x', 'Dydd: 21/11/2026', 'Awr: 10:02']],
    ['a longer number', ['Na: a@x.test', 'Rhif: 120261']],
  ])('is not %s', (_, lines) => expect(endOf(lines)).toBeNull());
});

describe('an attribution', () => {
  const firstOf = (lines: readonly string[], isQuoteNext: boolean): number | null =>
    findAttribution(
      lines,
      lines.map(line => (line === '' ? 'empty' : 'text')),
      lines.length - 1,
      isQuoteNext,
    );

  it.each<[string, readonly string[], aboveQuote: number | null, elsewhere: number | null]>([
    ['with all its marks', ['On Sat, 21 Nov 2026 at 10:02, bob <b@x.test> wrote:'], 0, 0],
    ['with a full-width colon', ['On 2026/11/21 10:02, bob <b@x.test> wrote：'], 0, 0],
    ['without a colon', ['On Sat, 21 Nov 2026 at 10:02, bob <b@x.test> wrote'], null, null],
    ['with a time, a date and the word', ['On 21 Nov 2026 at 10:02 bob wrote:'], 0, 0],
    ['with an address, a date and the word', ['On 21 Nov 2026 bob <b@x.test> wrote:'], 0, 0],
    ['with an address, a time and a date', ['On 21 Nov 2026 at 10:02 <b@x.test>:'], 0, 0],
    ['with a date and the word', ['On 21 Nov 2026 bob wrote:'], 0, null],
    ['with a time and a date', ['On 21 Nov 2026 at 10:02 bob:'], 0, null],
    ['with a date alone', ['On 21 Nov 2026 bob:'], null, null],
    ['with the word alone', ['bob wrote:'], 0, null],
    ['with the word and a blank', ['bob a écrit :'], 0, null],
    ['with the word alone, long', [`${'b'.repeat(33)} wrote:`], 0, null],
    ['with the word alone, too long', [`${'b'.repeat(34)} wrote:`], null, null],
    ['with the end of another word', ['typewrote:'], null, null],
    ['with the word at its beginning', ['wrote bob:'], null, null],
    ['with a name first', ['bob <b@x.test> wrote on 21 Nov 2026 at 10:02:'], 0, 0],
    ['with a date first', ['2026-11-21 10:02 GMT+01:00 bob <b@x.test>:'], 0, 0],
    ['with a weekday first', ['Saturday, 21 Nov 2026, 10:02 bob <b@x.test>:'], 0, 0],
    ['with a short weekday first', ['Sat. 21 Nov 2026, 10:02 bob <b@x.test>:'], 0, 0],
    ['in Polish', ['W dniu 21.11.2026 o 10:02, bob <b@x.test> pisze:'], 0, 0],
    ['in any words', ['W domu 21.11.2026 o 10:02, bob b@x.test pisze:'], 0, 0],
    ['with a verb of no list', ['Bob <b@x.test> sgríobh 21/11/2026 10:02:'], 0, 0],
    ['with another line that ends in the word', ['note: bob wrote:'], 0, null],
    ['with another word first', ['Yesterday 21 Nov 2026 at 10:02 b@x.test wrote:'], 0, 0],
    ['below a line that says nothing new', ['On Saturday bob', '21 Nov 2026 10:02 b@x.test wrote:'], 1, 1],
    ['over two lines', ['On Sat, 21 Nov 2026 at 10:02, bob', '<b@x.test> wrote:'], 0, 0],
    ['over four lines', ['On Sat, 21 Nov 2026', '10:02', 'bob', '<b@x.test> wrote:'], 0, 0],
    ['over five lines', ['On Sat, 21 Nov 2026', '10:02', 'bob', 'baker', '<b@x.test> wrote:'], 1, 1],
    ['below other text', ['b3,a3', 'On Sat, 21 Nov 2026 at 10:02, bob <b@x.test> wrote:'], 1, 1],
    ['below a move, without an address', ['b3,a3', 'On 21 Nov 2026 at 10:02 bob wrote:'], 1, 1],
    ['with an address above', ['b@x.test', 'On 21 Nov 2026 at 10:02 bob wrote:'], 0, 0],
    ['below an angle alone', ['x < y', 'On 21 Nov 2026 at 10:02 bob wrote:'], 1, 1],
    ['far below an address', ['<a@x.test>', '', 'On 21 Nov 2026 at 10:02 bob wrote:'], 2, 2],
    ['below an opening without a date', ['On 3 boards', 'bob <b@x.test> 21 Nov 2026 10:02 wrote:'], 1, 1],
    ['below a date without an opening', ['Then 1.2.2026', 'bob <b@x.test> 21 Nov 2026 10:02 wrote:'], 1, 1],
    ['below an empty line', ['On Sat, 21 Nov 2026 at 10:02', '', '<b@x.test> wrote:'], 2, null],
    ['below a line with a colon', ['On Sat, 21 Nov 2026 at 10:02:', '<b@x.test> wrote:'], 1, null],
    ['with the name above the date', ['bob <b@x.test> escreveu (sábado,', '21/11/2026 à(s) 10:02):'], 0, 0],
    ['of a newsgroup', ['bob wrote in', 'b@x.test 21 Nov 2026 10:02 wrote:'], 1, 1],
  ])('%s', (_, lines, aboveQuote, elsewhere) => {
    expect({ aboveQuote: firstOf(lines, true), elsewhere: firstOf(lines, false) }).toEqual({ aboveQuote, elsewhere });
  });
});

describe('an attribution without an angle', () => {
  const isFound = (line: string): boolean => findAttribution([line], ['text'], 0, false) === 0;

  it.each([
    ...['On 21 Nov 2026', 'Sat, 21 Nov 2026', 'Sat. 21 Nov 2026', 'Sat., 21 Nov 2026', 'Saturday 21 Nov 2026'],
    ...['Saturdaynight 21 Nov 2026', 'сб, 21 нояб. 2026', 'W dniu 21.11.2026', 'Dnia 21.11.2026'],
    ...[
      '2026-11-21',
      '21.11.2026',
      '1/2/2026',
      '21 . 11.2026',
      '2026年11月21日',
      '2026 年11月21日',
      '2026년 11월 21일',
    ],
  ])('begins with %s', opening => expect(isFound(`${opening} 10:02 b@x.test wrote:`)).toBe(true));

  it.each([
    ...['2026', '1999', '21.11.2026', '1.2.26', '1. 2. 26', '21/11/26', '21-11-26', '21. Nov 26', '1. Nov. 26'],
    ...['21. listopad 26', '1826年', '1826 년'],
  ])('has the date %s', date => expect(isFound(`On ${date} bob b@x.test wrote:`)).toBe(true));

  it.each([
    ...['1826', '20261', '120 26', '1.2.3', '21,11,26', '1.234.56', '21. No 26', '21. Nov 6', '21, Nov 26'],
    ...['826年', '21. internationale 26', '1. - 26', '21.  11. 26'],
  ])('has no date in %s', date => expect(isFound(`On ${date} bob b@x.test wrote:`)).toBe(false));

  it.each([
    ['10:02', true],
    ['9.05', true],
    ['10h02', true],
    ['10 h 02', true],
    ['10:2', false],
    ['10-02', false],
    ['10 h02', false],
    ['10:022', false],
    ['110:02', false],
  ])('has the time %s: %s', (time, is) => expect(isFound(`On ${time} bob b@x.test wrote:`)).toBe(is));
});

describe('a delimiter', () => {
  it.each([
    ['-----Original Message-----', true],
    ['________ Původní zpráva ________', true],
    ['------------------ 原始邮件 ------------------', true],
    ['-- Oprindelig besked --', true],
    ['—————— Ursprüngliche Nachricht ——————', true],
    ['-----On 21 Nov 2026 bob wrote-----', true],
    ['-----Original Message', false],
    ['-----b3,a3-----', false],
    ['----- Move 5 -----', false],
    ['x-----Original Message-----', false],
  ])('of an answered mail: %s, %s', (line, is) => {
    expect(extractNewText(`b3\n${line}\nVon: <a@x.test>\nAn: b\n\nresign`)).toBe(is ? 'b3' : `b3\n${line}`);
    expect(isForwarded(line)).toBe(false);
  });

  it.each([
    ['---------- Forwarded message ---------', true],
    ['-- Forwarded message', true],
    ['-- Forwarded message: --', true],
    ['-- Forwarded message : --', true],
    ['-------- Forwarded by bob --------', true],
    ['--- Weitergeleitete Nachricht von bob ---', true],
    ['Begin forwarded message:', true],
    ['BEGIN FORWARDED MESSAGE :', true],
    ['Anfang der weitergeleiteten Nachricht:', true],
    ['Begin forwarded message', false],
    ['Begin forwarded message!', false],
    ['Begin with this move:', false],
    ['Forwarded message:', false],
    ['I forward this to you:', false],
    ['-- I look forward to it', false],
    ['--- transferring my stone ---', false],
    ['- It was forwarded', false],
  ])('of a forwarded mail: %s, %s', (line, is) => {
    expect(isForwarded(line)).toBe(is);
  });

  it.each([
    ['Sent from my iPhone', true],
    ['SENT FROM MY IPAD', true],
    ['Sent from Outlook for Android <https://aka.ms/x>', true],
    [`Sent from ${'x'.repeat(58)} iPhone`, true],
    [`Sent from ${'x'.repeat(59)} iPhone`, false],
    [`Sent from my iPhone${'.'.repeat(160)}`, true],
    [`Sent from my iPhone${'.'.repeat(161)}`, false],
    [`Sent from my phonograph, ${'x'.repeat(160)}, not my phone`, false],
    ['Sent from home', false],
    ['Sent fromage iPhone', false],
    ['Sent from the myphone', false],
    ['I sent from my iPhone', false],
    ['Get Outlook for iOS', true],
    ['Get Outlook ', false],
    ['I get Outlook for iOS', false],
    ['Sent', false],
  ])('of a telephone: %s, %s', (line, is) => expect(isMobile(line)).toBe(is));

  it.each([
    ['To unsubscribe, write to us', true],
    ['the mailing-list of the club', true],
    ['the mailing list of the club', true],
    ['the mailinglist of the club', true],
    ['the hate-mailing_list', false],
    ['http://lists.test/listinfo/nex', true],
    ['____________', false],
    ['a list', false],
  ])('of a list: %s, %s', (line, is) => expect(isListFooter(line)).toBe(is));
});

describe('a line', () => {
  it('is read without invisible characters, blanks at its ends, and what is beyond the limit', () => {
    expect(bare(' \u200b\u00a0b3,\ufeff\u00a0a3\u00a0 ')).toBe('b3, a3');
    expect(bare('x'.repeat(limits.lineLength + 1))).toBe('x'.repeat(limits.lineLength));
  });

  it.each<[string, ReturnType<typeof classifyLines>[number]]>([
    ['', 'empty'],
    ['\u200b ', 'empty'],
    ['b3,a3', 'text'],
    ['> x', 'quote'],
    ['  > x', 'quote'],
    ['| x', 'piped'],
    ['-- ', 'signature'],
    ['--', 'signature'],
    ['---', 'text'],
    ['__________', 'text'],
    ['-----Original Message-----', 'original'],
    ['---------- Forwarded message ---------', 'forward'],
    ['Sent from my iPhone', 'mobile'],
    ['To answer, reply with the move alone', 'own-end'],
    ['Then: To answer, reply with the move alone', 'text'],
    ["Nex board 101: it is alice's turn (Black).", 'own'],
    ['Nex board 101: your turn, alice. You are Black (B).', 'own'],
    ['Nex board 101: your turn', 'text'],
    ['Nex board 101: waiting for bob (White).', 'own'],
    ['Nex board 101: you won, alice!', 'own'],
    ['Nex board 101 stands as before: your turn.', 'own'],
    ['Nex board 101. It is my turn', 'own'],
    ['Nex board 101: bob (White) won.', 'own'],
    ['Nex board 101: bob won.', 'text'],
    ['Nex board 101 is a draw.', 'own'],
    ['Nex board 101 is a draw (agreed).', 'own'],
    ['Nex board 101 is a draw, I think.', 'text'],
    ['2 boards wait for your move, Bob.', 'text'],
    ["It's your move on 2 boards, slowpoke!", 'text'],
    ['Nex board 101 waits for an answer.', 'own'],
    ['Nex board 101 after move 12 of bob', 'own'],
    ["Nothing has changed on Nex board 101. It's still your turn, alice.", 'own'],
    ['Nex board 101 is fun', 'text'],
    ['I think Nex board 101 is a draw.', 'text'],
    ['Nex board 101 says: it is my turn', 'text'],
    ['Nex board 101 still stands as before', 'text'],
    ['Nex board 101 ends. It is over', 'text'],
    ['Nex board 101 says: bob (White) won.', 'text'],
    ['Nex board 101 now is a draw.', 'text'],
    ['1Nex board 101 is a draw.', 'text'],
    ['bob writes on 1nex board 101:', 'text'],
    ['oh bob writes on Nex board 101:', 'text'],
    ["It's your move on 12 boards", 'own'],
    ['nex board 101 is a draw.', 'text'],
    ['NEX1 board 101 is a draw.', 'text'],
    [`N${'e'.repeat(20)} board 101 is a draw.`, 'own'],
    [`N${'e'.repeat(21)} board 101 is a draw.`, 'text'],
    ['bob writes on Nex board 101:', 'own'],
    ['bob writes on nex board 101:', 'own'],
    ['bob writes on nex1 board 101:', 'text'],
    [`bob writes on ${'n'.repeat(21)} board 101:`, 'own'],
    [`bob writes on ${'n'.repeat(22)} board 101:`, 'text'],
    ['bob writes on Nex board 101: hello', 'text'],
    ["It's your move on 2 boards, the most urgent first.", 'own'],
    ["It's your move on 1 board.", 'own'],
    ['12 boards wait for your move', 'own'],
    ['1 board waits for your move', 'own'],
    ["I think it's your move on 2 boards", 'text'],
    ['1234 boards wait for your move', 'text'],
  ])('%j is %s', (line, kind) => expect(classifyLines([line])).toEqual([kind]));

  it.each<[string, readonly string[], ReturnType<typeof classifyLines>]>([
    ['>From below text was typed', ['b3,a3', '>From here on'], ['text', 'text']],
    ['>From below a quote is a quote', ['> x', '>From here on'], ['quote', 'quote']],
    ['>From above a quote is a quote', ['b3', '>From here on', '> x'], ['text', 'quote', 'quote']],
    ['>From needs a blank', ['>Fromage'], ['quote']],
    ['strokes without blanks are a quote, too', ['||Nex board 1 is a draw.'], ['quote']],
    ['strokes are a quote with one of our lines', ['| a', '| Nex board 1 is a draw.'], ['quote', 'quote']],
    ['strokes are a quote with our last line', ['| | Or with one of: resign', '| b'], ['quote', 'quote']],
    [
      'other strokes stay',
      ['| a', 'b3', '| Nex board 1 is a draw.', 'c', '| d'],
      ['piped', 'text', 'quote', 'text', 'piped'],
    ],
    ['underscores above headers', ['__________', ...BLOCK], ['original', 'header', 'header']],
    ['underscores above headers and a gap', ['__________', '', ...BLOCK], ['original', 'empty', 'header', 'header']],
    [
      'underscores two lines above headers',
      ['__________', '', '', ...BLOCK],
      ['text', 'empty', 'empty', 'header', 'header'],
    ],
    ['underscores above text and headers', ['__________', 'x', ...BLOCK], ['text', 'text', 'header', 'header']],
    [
      'underscores and more',
      ['x__________', ...BLOCK, '', '__________x', ...BLOCK],
      [...headed('text'), 'empty', ...headed('text')],
    ],
    ['no attribution in a quote', ['> bob wrote:', '> x'], ['quote', 'quote']],
    ['an attribution like a line of ours', ['b@x.test writes on Nex board 101:', '> x'], ['attribution', 'quote']],
    ['underscores above a footer', ['__________', 'a', 'b', 'c', 'd', 'unsubscribe'], ['footer', ...texts(5)]],
    ['underscores far above a footer', ['__________', 'a', 'b', 'c', 'd', 'e', 'unsubscribe'], texts(7)],
    ['an attribution above a quote', ['b3', 'bob wrote:', '', '> x'], ['text', 'attribution', 'empty', 'quote']],
    ['an attribution above strokes', ['bob wrote:', '| x'], ['attribution', 'piped']],
    ['an attribution above our mail', ['bob wrote:', 'Nex board 1 is a draw.'], ['attribution', 'own']],
    ['no attribution above text', ['bob wrote:', 'x', '> y'], ['text', 'text', 'quote']],
    ['no headers in a quote', ['> From: a@x.test', '> To: me'], ['quote', 'quote']],
    ['headers below text', ['b3', ...BLOCK, '', 'x'], ['text', 'header', 'header', 'empty', 'text']],
  ])('is seen beside its neighbours: %s', (_, lines, kinds) => expect(classifyLines(lines)).toEqual(kinds));
});

function headed(kind: ReturnType<typeof classifyLines>[number]): ReturnType<typeof classifyLines> {
  return [kind, 'header', 'header'];
}

function texts(count: number): ReturnType<typeof classifyLines> {
  return Array.from({ length: count }, () => 'text');
}
