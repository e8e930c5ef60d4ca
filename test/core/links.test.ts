// Links to positions at other services, in replies.
import { expect, it } from 'vitest';
import { hex } from '#games/hex/index.ts';
import { type Lab, type Received, clubOf } from '../service/lab.ts';

async function begin(): Promise<{ readonly club: Lab; readonly board: Received }> {
  const { club } = await clubOf(['alice', 'bob']);
  const mails = await club.write('alice', 'hex challenge -size=4 alice bob');
  return { club, board: mails.find(({ subject }) => subject.endsWith('your turn'))! };
}

const LINK = 'https://hexworld.org/board/#4nc1';

it.each([
  ['a1b3', 'B.../..../.W../.... B', 'b3', 'c2'],
  ['c1', '..B./..../..../.... W', 'c1', 'a3'],
  ['c1:s', '..B./..../..../.... W', 'c1', 'a3'],
  ['c1:sb4', '..B./...W/..../.... B', 'b4', 'b4'],
  ['c1:pb4', '..B./..../..../.B.. W', 'b4', 'd2'],
  ['c1b2:rw', '..B./.W../..../.... W', 'b2', 'b2'],
  ['c1b2,a1a2', '..B./.W../..../.... B', 'b2', 'b2'],
])('reads the moves %s', (moves, position, there, here) => {
  const linked = hex.record.readLink(`${LINK},${moves}`);
  expect(linked).toMatchObject({ position, last: { there, here } });
  expect(hex.decode({ size: '4' }, linked!.position).ok).toBe(true);
});

it.each(['', 'a1a1', 'e1', 'a5', ':s', 'https://example.test/#4,a1'])('reads no position from %j', moves =>
  expect(hex.record.readLink(moves.startsWith('http') ? moves : `${LINK},${moves}`)).toBeNull(),
);

it.each([
  'call now https://hexworld.org/board/#4,a1',
  'https://hexworld.org/board/#4,a1 b',
  'https://hexworld.org/board/#1,a1',
  'https://hexworld.org/board/#20,a1',
  'https://hexworld.org/board/',
])('reads no position from %s', link => expect(hex.record.readLink(link)).toBeNull());

it('answers a link in a reply with its position, and plays nothing', async () => {
  const { club, board } = await begin();
  const mails = await club.reply('alice', board, `What do you think?\n\n${LINK},a1b3\n\nAlice`);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[['alice@example.test'], 'nexpost: hexworld.org']]);
  expect(mails[0]!.text).toContain('Its last move b3 is c2 here');
  expect(mails[0]!.text).toMatch(/a\\ +B +\. +\. +\. +\\a\n.*\n +c\\ +\. +W +\./);
  expect((await club.document('match/hex/101')).record).toEqual([]);
});

it('plays the move above a link', async () => {
  const { club, board } = await begin();
  const mails = await club.reply('alice', board, `b2\n\n${LINK},a1b3`);
  expect(mails.find(({ to }) => to[0] === 'bob@example.test')!.text).toContain(`${LINK},a1b3`);
  expect((await club.document('match/hex/101')).record).toHaveLength(1);
});

it.each([
  ['I give up.', 'Did you mean `resign`?'],
  ['I play c2, see above', 'Did you mean c2'],
  ['Can we have a draw?', 'Did you mean `draw`?'],
])('asks about %s beside a link', async (words, question) => {
  const { club, board } = await begin();
  const [answer] = await club.reply('alice', board, `${words}\n${LINK},a1b3`);
  expect(answer!.text).toContain(question);
});

it('finds no move beside a link that it cannot read', async () => {
  const { club, board } = await begin();
  const [answer] = await club.reply('alice', board, `${LINK},a1a1`);
  expect(answer!.text).toContain('I found no move in your mail');
});

it('passes a link on that is chat, or below a finished game', async () => {
  const { club, board } = await begin();
  const chat = await club.reply('alice', board, `chat\n${LINK},a1b3`);
  expect(chat.find(({ to }) => to[0] === 'bob@example.test')!.text).toContain(`${LINK},a1b3`);
  for (const [name, move] of [
    ['alice', 'b2'],
    ['bob', 'c1'],
    ['alice', 'resign'],
  ] as const)
    await club.write(name, `hex ${move === 'resign' ? 'resign 101' : `move 101 ${move}`}`);
  const mails = await club.reply('alice', board, `See ${LINK},a1b3`);
  expect(mails.find(({ to }) => to[0] === 'bob@example.test')!.text).toContain(`${LINK},a1b3`);
});
