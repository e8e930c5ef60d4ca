// `-opening=fair`: two moves are dealt that leave the game about even, the same for both boards of a pair and for a rematch.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPackageRoot } from '#adapters/package-root.ts';
import { clubOf } from '#test/service/lab.ts';
import type { Match } from '#core/board/match-document.ts';
import { games, findGame } from '#games/registry/index.ts';
import { solverEngine } from '#engines/solver.ts';
import { listDealtSizes, listEvenOpenings, nameBoard } from '#games/kit/openings.ts';
import { setupOf } from '../conformance/game.ts';

async function challenge(line: string) {
  const { club, send } = await clubOf(['alice', 'bob']);
  const mails = await send('alice', line);
  const texts = mails.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');
  const matchOf = async (number: number): Promise<Match | null> =>
    ((await club.store.read([`match/hex/${number}`])).documents.get(`match/hex/${number}`) as Match | undefined) ??
    null;
  const movesOf = async (number: number): Promise<string[]> =>
    (await matchOf(number))!.record.flatMap(entry => (entry.kind === 'move' ? [entry.text] : []));
  return { send, texts, matchOf, movesOf };
}

describe('a fair opening', () => {
  it('is dealt, told, and begins with the first player', async () => {
    const { texts, movesOf, send } = await challenge('hex challenge -size=9 -opening=fair alice bob');
    const moves = await movesOf(101);
    expect(listEvenOpenings(findGame('hex')!, setupOf(findGame('hex')!, [['size', '9']]))).toContain(moves.join(' '));
    expect(texts).toContain(`The first two moves are dealt: ${moves.join(' and ')}.`);
    expect(texts).toContain('your turn, alice');
    const [mail] = await send('bob', 'hex move 101 e5');
    expect(mail?.text).toContain("alice's turn");
  });

  it('is rated, and can be declined before the players have moved', async () => {
    const { matchOf, send } = await challenge('hex challenge -size=9 -opening=fair alice bob');
    expect(await matchOf(101)).toMatchObject({ dealt: 2 });
    expect(await matchOf(101)).not.toHaveProperty('isUnrated');
    await send('bob', 'hex resign 101');
    expect((await matchOf(101))?.state).toBe('removed');
  });

  it('is the same for both boards of a pair, and for a rematch', async () => {
    const { matchOf, movesOf, send } = await challenge('hex challenge -size=9 -opening=fair --pair alice bob');
    const moves = await movesOf(101);
    const names = async (number: number): Promise<string[]> =>
      (await matchOf(number))!.players.map(each => (each.kind === 'account' ? each.userid : each.kind));
    expect(await movesOf(102)).toEqual(moves);
    expect(await names(101)).toEqual(['alice', 'bob']);
    expect(await names(102)).toEqual(['bob', 'alice']);
    for (const [name, line] of [
      ['alice', 'move 101 e5'],
      ['bob', 'move 101 e4'],
      ['alice', 'resign 101'],
      ['bob', 'rematch 101'],
    ] as const)
      await send(name, `hex ${line}`);
    expect(await movesOf(103)).toEqual(moves);
  });

  it.each([
    [
      'hex challenge -size=4 -opening=fair alice bob',
      'no fair openings of Hex for this board. I have some for the usual options and these sizes: 9x9, 11x11 or 13x13.',
    ],
    ['nexos challenge -opening=fair alice bob', 'no fair openings of Nexos.'],
    ['hex challenge -size=9 -opening=odd alice bob', "-opening can't be 'odd'"],
    ['hex challenge -size=9 -opening alice bob', "-opening can't be ''"],
    ['hex challenge -size=9 -swap -opening=fair alice bob', '-opening=fair is instead of -swap and -from'],
    ['hex seek -opening=fair', 'opening'],
  ])('is refused: %s', async (line, why) => {
    const { matchOf, texts } = await challenge(line);
    expect(texts).toContain(why);
    expect(await matchOf(101)).toBeNull();
  });
});

describe('the openings of', () => {
  it.each(games.flatMap(game => listDealtSizes(game).map(board => [game.name, board] as const)))(
    '%s %s are legal, different, and go on',
    (name, board) => {
      const game = findGame(name)!;
      const size = board.split(' ')[0]!;
      const setup = setupOf(game, [[name === 'hexafive' ? 'radius' : 'size', size]]);
      expect(nameBoard(setup).split(' ')[0]).toBe(board);
      const openings = listEvenOpenings(game, setup);
      expect(openings.length).toBeGreaterThan(5);
      expect(new Set(openings).size).toBe(openings.length);
      for (const opening of openings) {
        const end = opening.split(' ').reduce((position, text) => {
          const move = game.parse(position, text);
          if (!move.ok) throw new Error(`${opening}: ${move.reason.code}`);
          expect(game.format(position, move.value)).toBe(text);
          return game.play(position, move.value);
        }, game.start(setup));
        expect(game.outcome(end)).toBeNull();
      }
    },
  );
});

describe('the first move of a robot that asks the list', () => {
  const firstMoves = JSON.parse(readFileSync(join(findPackageRoot(), 'games/kit/first-moves.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const begin = (name: string, size: string, given: readonly string[] = []) => {
    const game = findGame(name)!;
    const setup = setupOf(game, [[name === 'hexafive' ? 'radius' : 'size', size]]);
    let position = game.start(setup);
    for (const text of given) {
      const move = game.parse(position, text);
      if (move.ok) position = game.play(position, move.value);
    }
    const engine = solverEngine.begin({ game, setup, position, seed: 1, network: null });
    return game.format(position, engine.search({ nodes: 2, spentShare: () => 0 }).move);
  };

  it.each(
    Object.entries(firstMoves).flatMap(([name, boards]) =>
      Object.entries(boards).map(board => [name, ...board] as const),
    ),
  )('%s %s is %s', (name, board, move) => {
    expect(begin(name, board.split(' ')[0]!)).toBe(move);
  });

  it('is its own on other boards, and later', () => {
    expect(begin('gonnect', '7', ['a1'])).not.toBe('');
    expect(begin('gonnect', '7', ['d4'])).not.toBe('d4');
  });
});
