// What the sender newly wrote: the finer points of quotes and signatures; whole mails stand in test/golden/replies.
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { extractNewText } from '#core/mail/reply.ts';
import { ATTRIBUTION, OWN } from './quoted-mail.ts';

const quoted = (text: string): string => text.replace(/^/gm, '> ');
const HEADERS = 'From: nexpost <games@example.test>\nSent: Saturday, 21 November 2026 10:02\nTo: alice\nSubject: Nex';

describe('what quotes our mail is no comment', () => {
  const piped = (text: string): string => text.replace(/^/gm, '| ');
  const EARLIER = OWN.replace('your turn, alice. You are Black (B).', "it is alice's turn (Black).");
  const WAITING = OWN.replace('your turn, alice. You are Black (B).', 'waiting for bob (White). You are Black (B).');
  it.each([
    ['a name and the word alone', `b3,a3\n\nnexpost wrote:\n${quoted(OWN)}`],
    ['the same above a board without marks', `b3,a3\n\nnexpost wrote:\n\n${OWN}`],
    ['the same in German', `b3,a3\n\nnexpost schrieb:\n${quoted(OWN)}`],
    ['strokes', `b3,a3\n\n${piped(OWN)}`],
    ['strokes within strokes', `b3,a3\n${piped(piped(OWN))}`],
    ['strokes below an attribution', `b3,a3\n\n${ATTRIBUTION}\n${piped(OWN)}`],
    ['a mail of the days when it said whose turn it is', `b3,a3\n\n${EARLIER}`],
    ['a mail that waits for the other', `b3,a3\n\n${WAITING}`],
    ...[
      'Nex board 101: you won, alice! bob resigned. You were Black (B).',
      'Nex board 101: bob (White) won. You resigned. You were Black (B).',
      'Nex board 101: bob (White) has won: the other side gave up. You were Black (B).',
      'Nex board 101 does not count: no mail reached the other side.',
      'Nex board 101 is waiting for an answer to the invitation.',
      "Nothing has changed on Nex board 101. It's still your turn, alice. You are Black (B).",
      "Nothing has changed on Nex board 101. It is bob's turn (White). You are Black (B).",
      'Nex board 101 stands as before: your turn, alice. You are Black (B).',
    ].map(line => [line, `b3,a3\n\n${OWN.replace(/^.*/, () => line)}`]),
  ])('%s', (_, text) => expect(extractNewText(text)).toBe('b3,a3'));
});

describe('nothing a player typed is lost', () => {
  it.each([
    ['an attribution left over a typed answer', `${ATTRIBUTION}\n\nb3,a3\n\nWell met!`, 'b3,a3\n\nWell met!'],
    ['below our mail without marks', `${ATTRIBUTION}\n\n${OWN}\n\nb3,a3`, 'b3,a3'],
    ['below a header block and our mail', `${HEADERS}\n\n${OWN}\n\nb3,a3`, 'b3,a3'],
    ['between the lines, below a signature', `Hello\n-- \nAlice\n\n${ATTRIBUTION}\n> a\nb3,a3\n> b`, 'Hello\nb3,a3'],
    [
      'a line that looks like the start of an attribution',
      'On 21 November at 10:02 I was away.\nb3,a3',
      'On 21 November at 10:02 I was away.\nb3,a3',
    ],
    ['a sentence that ends in a colon', 'My plan, which I wrote:\nb3,a3', 'My plan, which I wrote:\nb3,a3'],
    ['two labels of a person', 'From: me\nTo: you\nwith love', 'From: me\nTo: you\nwith love'],
    ['a line that a mail store marked', 'b3,a3\n>From here it looks good', 'b3,a3\n>From here it looks good'],
    ['the words of a telephone, in the middle', 'Sent from my iPhone\nwas a joke', 'Sent from my iPhone\nwas a joke'],
    ['a line of underscores', 'b3,a3\n____________\nsee you', 'b3,a3\n____________\nsee you'],
    ['strokes that no attribution opens', '| a | b |', '| a | b |'],
    ['dashes in a sentence', 'b3,a3 -- at last', 'b3,a3 -- at last'],
    ['a long line', `b3,a3\n${'word '.repeat(400).trim()}`, `b3,a3\n${'word '.repeat(400).trim()}`],
    ['a move right above the attribution', `b3,a3\n${ATTRIBUTION}\n${quoted(OWN)}`, 'b3,a3'],
  ])('%s', (_, text, expected) => expect(extractNewText(text)).toBe(expected));
});

describe('quotes go', () => {
  it.each([
    ['our mail without any mark', `b3,a3\n\n${OWN}`, 'b3,a3'],
    ['a chat of ours', 'b3,a3\n\nbob writes on Nex board 101:\n\n    resign', 'b3,a3'],
    [
      'an opponent who writes our last line',
      `b3,a3\n\n${OWN.replace('       1', '    Or with one of:\nresign\n       1')}`,
      'b3,a3',
    ],
    [
      'an attribution over three lines',
      `b3,a3\n\nOn Saturday, 21 November 2026, 10:02:33 CET\nnexpost\n<games@example.test> wrote:\n\n> x`,
      'b3,a3',
    ],
    ['with blanks before the mark', 'b3,a3\n > x\n  >> y', 'b3,a3'],
    [
      'a header block in a language we do not know',
      `b3,a3\n\nNa: a@x.test\nDydd: 21/11/2026 10:02\nPwnc: Nex\n\nbla`,
      'b3,a3',
    ],
    ['bold labels', `b3,a3\n\n*From:* nexpost <games@example.test>\n*Sent:* Saturday\n*To:* alice\n\nbla`, 'b3,a3'],
    ['a forwarded mail', 'b3,a3\n\n---------- Forwarded message ---------\nresign', 'b3,a3'],
    ['Begin forwarded message', 'b3,a3\n\nBegin forwarded message:\n\nresign', 'b3,a3'],
    ["a line above Outlook's fields", 'b3,a3\n\n___\nDe: Ana <a@x.test>\nAsunto: Nex\n\nresign', 'b3,a3'],
    ['a signature', 'b3,a3\n--\nAlice\nresign', 'b3,a3'],
    ['two programs that sign', 'b3,a3\n\nSent from Yahoo Mail for iPhone\nGet Outlook for Android', 'b3,a3'],
    ['invisible marks before the quote', 'b3,a3\n\ufeff> x\n\u200e> y', 'b3,a3'],
    ['CR LF and bare CR', 'b3,a3\r\n\r\nhi\r> x', 'b3,a3\n\nhi'],
  ])('%s', (_, text, expected) => expect(extractNewText(text)).toBe(expected));

  it('each in its language', () => {
    for (const line of [
      ...['Von meinem iPhone gesendet', 'Envoyé de mon iPhone', 'Enviado desde mi iPhone', 'Inviato da iPhone'],
      ...['Enviado do meu iPhone', 'Verstuurd vanaf mijn iPhone', 'Skickat från min iPhone', 'Wysłane z iPhone’a'],
      ...['Отправлено с iPhone', 'Odesláno z iPhonu', 'Sendt fra min iPhone', 'Lähetetty iPhonesta', 'iPhoneから送信'],
      ...['发自我的 iPhone', '나의 iPhone에서 보냄', 'iPhone’umdan gönderildi', 'Sent with Proton Mail secure email.'],
      ...[
        'Get Outlook for iOS<https://aka.ms/o0ukef>',
        'Télécharger Outlook pour iOS',
        'Sent via the Samsung Galaxy S24',
      ],
    ]) {
      expect(extractNewText(`b3,a3\n\n${line}\n`), line).toBe('b3,a3');
    }
  });
});

describe('each kind of line ends where it ends', () => {
  const END = 'Or with one of:  resign  show  chat  help nex';
  const DRAW = 'Nex board 101 is a draw.';
  it.each([
    ['a telephone above a signature', 'b3\nSent from my iPhone\n\n-- \nAlice', 'b3'],
    ['a telephone above another', 'b3\nSent from my iPhone\nGet Outlook for Android', 'b3'],
    ['a telephone above a list', `b3\nSent from my iPhone\n${'_'.repeat(20)}\nunsubscribe`, 'b3'],
    ['a telephone above a quote', 'b3\nSent from my iPhone\n> x', 'b3'],
    ['a telephone at the end', 'b3\nSent from my iPhone\n\n', 'b3'],
    ['a telephone above text', 'b3\nSent from my iPhone\n\nhi', 'b3\nSent from my iPhone\n\nhi'],
    ['a signature above a quote', 'b3\n-- \nAlice\n> x\nhi', 'b3\nhi'],
    ['a signature above our mail', `b3\n-- \nAlice\n${DRAW}\n${END}\nhi`, 'b3\nhi'],
    ['a move below an address', 'Write to <b@x.test>\nmy move: b3\n\n> x', 'Write to <b@x.test>\nmy move: b3'],
    ['a field without an address', 'b3\nDe: Ana <a@x.test>\nAsunto: Nex Board 101 bob\n> x', 'b3'],
    ['words between dashes', 'hi\n===== my answer =====\nb3', 'hi\n===== my answer =====\nb3'],
    [
      'words between dashes above a quote far below',
      '--- here is my move ---\nb3\n\n> x',
      '--- here is my move ---\nb3',
    ],
    ['a move between two rows', '__________\nb3\n__________', '__________\nb3\n__________'],
    ['an address that the writer tells', 'Call: 10:30\nMail: al@x.test\nb3', 'Call: 10:30\nMail: al@x.test\nb3'],
    ['a move below a time', `see you at 12:30\nb3\nnexpost <g@x.test> wrote:\n> x`, 'see you at 12:30\nb3'],
    ['a command with a date', `vacation 2026-12-01\n\nفي السبت، ٢١ nexpost <g@x.test>:\n\n> x`, 'vacation 2026-12-01'],
    [
      'a chat of ours without marks',
      'bob writes on Nex board 101:\n\nhi\n\nTo answer, reply with your words.\n\nb3',
      'b3',
    ],
    [
      'our last line in two',
      'hello\nNex board 101 is a draw.\nYou can reply with one of:  resign\n   help nex',
      'hello',
    ],
    ['an address above a known attribution', `b3\nmy mail: al@x.test\n\n${ATTRIBUTION}\n> x`, 'b3\nmy mail: al@x.test'],
    ['the end of a quoted line', `b3\n> ${'so '.repeat(20)}played\nc3,d3\n>\n> x`, 'b3'],
    ['an answer below a long question', `> ${'so '.repeat(20)}played?\nb3\n> x`, 'b3'],
    ['a move beside an address', `b3,a3 - al@x.test\n\n${ATTRIBUTION}\n> x`, 'b3,a3 - al@x.test'],
    ['a move beside an address above a quote', 'c3,b2 <al@x.test>\n> x', 'c3,b2 <al@x.test>'],
    ['our last line, set in by a player', `${DRAW}\nx\n    Or with one of:\n\nresign\n${END}\nb3`, 'b3'],
    ['a bold move above a quote', '**b3**\n\n> x', '**b3**'],
    ['a move between dashes above a quote', '-- my move b3 --\n> x', '-- my move b3 --'],
    ['a move between long dashes', '-----my move b3-----\nhi\n> x', '-----my move b3-----\nhi'],
    ['stars above a question', '***\nhow do I unsubscribe?\nb3', '***\nhow do I unsubscribe?\nb3'],
    ['rules between two quotes', '> x\n---\nb3\n---\n> y\nhi', '---\nb3\nhi'],
    ['a signature above a header block', `b3\n-- \nAlice\n${HEADERS}\n> x\nhi`, 'b3\nhi'],
    ['a signature above a delimiter', `b3\n-- \nAlice\n-- Original Message --\n${HEADERS}\n> x\nhi`, 'b3\nhi'],
    ['a signature above a forwarded mail', 'b3\n-- \nAlice\n-- Forwarded message\nhi', 'b3'],
    ['a signature with a rule and a telephone', `b3\n-- \nAlice\n${'_'.repeat(20)}\n\nSent from my iPhone\nx`, 'b3'],
    ['strokes below an attribution', `b3\n\n${ATTRIBUTION}\n\n| x\n\n| y\nhi`, 'b3\n\nhi'],
    ['strokes below a broken attribution', 'b3\n\nOn 21 Nov 2026 at 10:02\nbob <b@x.test> wrote:\n| x\nhi', 'b3\n\nhi'],
    ['strokes below a text', `b3\n\n${ATTRIBUTION}\nx\n| y\nhi`, 'b3'],
    ['an attribution above our last line', `b3\n\n${ATTRIBUTION}\n${END}\nhi`, 'b3\n\nhi'],
    ['a header block above our last line', `b3\n${HEADERS}\nTo answer, reply with a first line\nhi`, 'b3\nhi'],
    ['strokes elsewhere', '| x\n\n| y\nhi', '| x\n\n| y\nhi'],
    ['an attribution above our mail', `b3\n\n${ATTRIBUTION}\n\n${DRAW}\n${END}\nhi`, 'b3\n\nhi'],
    ['an attribution above the rest of our mail', `b3\n\n${ATTRIBUTION}\nx\n${END}\nhi`, 'b3\n\nhi'],
    ['an attribution above a mail without marks', `b3\n\n${ATTRIBUTION}\nx\ny`, 'b3'],
    ['an attribution with nothing typed above', `\n${ATTRIBUTION}\nx\ny`, 'x\ny'],
    ['an attribution above a quote far below', `b3\n\n${ATTRIBUTION}\nx\n\n> y\nhi`, 'b3\n\nx\n\nhi'],
    ['two attributions', `b3\n${ATTRIBUTION}\n${ATTRIBUTION}\n> x\nhi`, 'b3\nhi'],
    ['a delimiter above an attribution', `b3\n-- Original Message --\n\n${ATTRIBUTION}\n> x\nhi`, 'b3\n\nhi'],
    ['a delimiter above a quote', 'b3\n-- Original Message --\n\n> x\nhi', 'b3\nhi'],
    ['a delimiter above text', 'b3\n-----Original Message-----\nx\nhi', 'b3'],
    ['a delimiter above the rest of our mail', `b3\n-----Original Message-----\nx\n${END}\nhi`, 'b3\nhi'],
    ['a delimiter below our mail', `${DRAW}\n${END}\nb3\n-----Original Message-----\nx`, 'b3'],
    ['a header block above a quote', `b3\n${HEADERS}\n\n> x\nhi`, 'b3\nhi'],
    ['a header block above another', `b3\n${HEADERS}\n\n${HEADERS}\n\n> x\nhi`, 'b3\nhi'],
    ['a header block above text', `b3\n${HEADERS}\n\nx\n\n> y\nhi`, 'b3'],
    ['our mail without its end', `b3\n${DRAW}\nx\nhi`, 'b3'],
    ['our mail below an end', `${END}\nb3\n${DRAW}\nhi`, `${END}\nb3`],
    ['a forwarded mail', 'b3\n-- Forwarded message\n> x\nhi', 'b3'],
    ['a list', `b3\n${'_'.repeat(20)}\nunsubscribe\n> x\nhi`, 'b3'],
    ['empty lines', 'b3\n\n\n\n\nhi\n\nho  \n \u200b\n\n', 'b3\n\nhi\n\nho'],
    ['invisible characters', 'b3\n\u200b \n\u200b\n\n\nhi', 'b3\n\nhi'],
    ['blanks at the end of a line', 'b3  \n  hi  \nho', 'b3\n  hi\nho'],
  ])('%s', (_, text, expected) => expect(extractNewText(text)).toBe(expected));
});

describe('for any text', () => {
  const line = fc.oneof(
    fc.constantFrom('', '> x', '--', '-- ', ATTRIBUTION, 'wrote:', HEADERS, OWN, '_'.repeat(32), ' |x', '>From x'),
    fc.constantFrom(
      'Sent from my iPhone',
      '-----Original Message-----',
      '---- Forwarded message ----',
      'a:',
      '<a@b.c>:',
    ),
    fc.string({ maxLength: 40 }),
  );
  const texts = fc.array(line, { maxLength: 30 }).map(lines => lines.join('\n'));

  it('a move on the first line stays there, whatever stands below', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(extractNewText(`b3,a3\n${text}`).split('\n')[0]).toBe('b3,a3');
      }),
      { numRuns: 2_000 },
    );
  });

  it('only lines of the text come out, in their order', () => {
    fc.assert(
      fc.property(texts, text => {
        const source = text.split(/\r\n|[\r\n]/).map(each => each.trim());
        let at = 0;
        for (const each of extractNewText(text)
          .split('\n')
          .filter(kept => kept.trim() !== '')) {
          at = source.indexOf(each.trim(), at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('typed lines between quotes all stay', () => {
    const typed = fc.array(fc.stringMatching(/^[a-z][a-z ,.]{0,30}[a-z]$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(typed, lines => {
        const text = `${ATTRIBUTION}\n${lines.map(each => `> quoted\n${each}\n`).join('')}> end`;
        expect(extractNewText(text)).toBe(lines.join('\n'));
      }),
    );
  });
});

describe('a text beyond the limit', () => {
  it('is not read to its end', () => {
    expect(extractNewText(`b3,a3\n${'x\n'.repeat(limits.textLength)}`).length).toBeLessThanOrEqual(limits.textLength);
    expect(extractNewText('x'.repeat(limits.textLength + 1))).toBe('x'.repeat(limits.textLength));
  });
});
