// Boku is played on boards of Hexafive, and bears its own name there; no label of its board stands without a cell.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { clubOf, type Received } from '#test/service/lab.ts';

const textOf = (received: readonly Received[]): string => received.map(({ text }) => text).join('\n');
const hexafive = must(
  games.find(({ name }) => name === 'hexafive'),
  'there is Hexafive',
);

it('boards with -special=1 are called Boku, in Subjects and texts, and replies to them are read', async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  const [board] = await send('alice', 'boku challenge alice bob');
  expect(board?.subject).toBe('New Boku Board 101 alice: your turn');
  expect(board?.text).toContain('Boku board 101: your turn, alice.');
  expect(board?.text).not.toContain('Hexafive');
  const replyTo = must(board, 'a board');
  const moved = await club.deliver({
    from: 'alice@example.test',
    subject: `Re: ${replyTo.subject}`,
    body: 'F5',
    replyTo,
  });
  expect(moved.map(({ subject }) => subject)).toEqual(['Boku Board 101 bob: to move', 'Boku Board 101 bob: your turn']);
  const bySubject = await send('bob', 'Re: Boku Board 101 bob: your turn', 'E5');
  expect(textOf(bySubject)).toContain('bob played E5');
  expect(textOf(await send('alice', 'boku move 101 A9'))).toContain('Boku board 101');
  await send('alice', 'boku move 101 G7');
  await send('bob', 'boku resign 101');
  expect(textOf(await send('alice', 'boku resign 101'))).toContain('Boku board 101');
  expect((await send('alice', 'boku record 101'))[0]?.subject).toBe('Boku file 101');
  expect(textOf(await send('alice', 'help'))).toMatch(/help boku +the rules of Boku$/m);
});

it('other boards keep their name', async () => {
  const { send } = await clubOf(['alice', 'bob']);
  expect((await send('alice', 'hexafive challenge alice bob'))[0]?.subject).toBe(
    'New Hexafive Board 101 alice: your turn',
  );
  expect(titleOf(hexafive, must(setupOf([]), 'a setup'))).toBe('Hexafive');
  expect(titleOf(hexafive, must(setupOf([['special', '1']]), 'a setup'))).toBe('Boku');
});

const setupOf = (given: readonly (readonly [string, string])[]): Readonly<Record<string, string>> | null => {
  const setup = hexafive.setup(given);
  return setup.ok ? setup.value : null;
};

describe('every number beside a board', () => {
  it.each([[[['special', '1']]], [[['radius', '3']]], [[['radius', '6']]], [[['radius', '13']]]] as const)(
    'of Hexafive with %j is that of a cell',
    given => {
      const { labels, spots } = hexafive.picture(hexafive.start(must(setupOf(given), 'a setup')), { seat: null });
      const numbers = labels.map(({ ascii }) => ascii).filter(text => /^\d+$/.test(text));
      const used = new Set(spots.map(({ name }) => name.replace(/\D/g, '')));
      expect(numbers.filter(number => !used.has(number))).toEqual([]);
      expect(new Set(numbers)).toEqual(used);
      const strokes = labels.filter(({ ascii }) => ascii === '/').length;
      expect(strokes).toBeGreaterThanOrEqual(used.size);
    },
  );
});
