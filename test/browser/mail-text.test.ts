// How the inbox lays out the text of a mail: prose that wraps, boards that do not, and the lines above a board.
import { expect, it } from 'vitest';
import { listOpeningParagraphs, MAIL_WIDTH, splitMailText } from '#browser/inbox/mail-text.ts';
import { WIDTH } from '#core/writing/text.ts';

const MAIL = `Hex board 101: your turn, alice. You are Black (B).
You have until 17 December 2026, 07:56 (UTC): 21 days.
robot3 played a4: a white stone on a4.

You have placed a stone of your own and a neutral one, and robot3 has
answered. Neither side owns a neutral stone.

   Black        White
   alice        robot3
   1 c3         2 a4

  a\\   .  .  . >W  .  \\a

Black (B) joins top and bottom, White (W) joins left and right.
The game: Hex on 5x5, unrated, no swap.

------------------------------------------------------------
Reply with your move as the first line. For example:
   c4          a black stone on c4
Or with one of:  resign  show  chat  help hex
`;

it('shows what is above the board, with its lines joined again', () => {
  expect(listOpeningParagraphs(MAIL)).toEqual([
    'Hex board 101: your turn, alice. You are Black (B).\nYou have until 17 December 2026, 07:56 (UTC): 21 days.\nrobot3 played a4: a white stone on a4.',
    'You have placed a stone of your own and a neutral one, and robot3 has answered. Neither side owns a neutral stone.',
  ]);
  expect(listOpeningParagraphs('   Black   White\n')).toEqual([]);
  expect(listOpeningParagraphs('')).toEqual([]);
});

it('shows the words that a mail passes on, and no board below them', () => {
  const chat = `bob writes on Hex board 101:

    I am on the train,
      my move comes tonight.

    Cheers!

${'-'.repeat(60)}
To answer, reply with \`chat\` as the first line and your words below it.
`;
  expect(listOpeningParagraphs(chat)).toEqual([
    ...['bob writes on Hex board 101:', 'I am on the train,\n  my move comes tonight.', 'Cheers!'],
  ]);
  const kept =
    "Error.\n\nI haven't passed on what you wrote:\n\n    Please wait.\n\n   Black        White\n    1  2  3\n";
  expect(listOpeningParagraphs(kept)).toEqual(['Error.', "I haven't passed on what you wrote:", 'Please wait.']);
  const long = listOpeningParagraphs(`bob writes on Hex board 101:\n\n${'    word word\n'.repeat(99)}`);
  expect([long.length, long[1]!.length]).toEqual([2, 601]);
});

it('ends an opening that no board ends', () => {
  const paragraph = 'word '.repeat(100).trim();
  expect(listOpeningParagraphs(`${paragraph}\n\n`.repeat(9))).toEqual([paragraph, paragraph]);
  expect(listOpeningParagraphs(`${paragraph} `.repeat(9))).toHaveLength(1);
});

it('keeps boards and tables as they are, and wraps the rest', () => {
  const parts = splitMailText(MAIL);
  expect(parts.map(({ isFixed, text }) => [isFixed, text.split('\n')[0]])).toEqual([
    [false, 'Hex board 101: your turn, alice. You are Black (B).'],
    [true, '   Black        White'],
    [false, 'Black (B) joins top and bottom, White (W) joins left and right.'],
    [true, '------------------------------------------------------------'],
    [false, 'Reply with your move as the first line. For example:'],
    [true, '   c4          a black stone on c4'],
    [false, 'Or with one of:  resign  show  chat  help hex'],
  ]);
  expect(MAIL_WIDTH).toBe(WIDTH);
  // Nothing is lost.
  expect(
    parts
      .map(({ text }) => text)
      .join('')
      .split(/\s+/),
  ).toEqual(MAIL.split(/\s+/));
});

it('joins a list that goes on below its first word, and no quote and no address', () => {
  expect(splitMailText('Games: nex, hexafive, boku, nexos, hex, y, gomoku, gonnect, neuy,\n       neugomoku.')).toEqual(
    [{ isFixed: false, text: 'Games: nex, hexafive, boku, nexos, hex, y, gomoku, gonnect, neuy, neugomoku.\n' }],
  );
  const long = 'a'.repeat(70);
  for (const text of [`> ${long}\n> an answer\n`, `${long}\n> an answer\n`, `https://${long}\nanother line\n`])
    expect(splitMailText(text)).toEqual([{ isFixed: false, text }]);
});
