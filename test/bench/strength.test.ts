// The measuring of strength: intervals, pairs of games, results that are kept, and the page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { findInterval, testSign } from '#bench/strength/interval.ts';
import { computeAllowance, type MatchPlayer, NO_GAMES, playPair, type Tally } from '#bench/strength/match.ts';
import { formatPage } from '#bench/strength/page.ts';
import {
  addResult,
  computeFingerprint,
  computeWeightsHash,
  findMatchUnderWay,
  findRowState,
  readResults,
  type Results,
  type RowResult,
  writeResults,
} from '#bench/strength/results.ts';
import { type Row, ROWS, setUpRow } from '#bench/strength/rows.ts';
import { setupOf } from '../conformance/game.ts';

const folder = mkdtempSync(join(tmpdir(), 'nexpost-strength-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hex = findGame('hex')!;
const setup = setupOf(hex, [['size', '4']]);
const terms = { game: hex, setup, plies: 2, seed: 5 };

describe('an interval', () => {
  it('is that of Wilson', () => {
    const rounded = (share: number, n: number): readonly number[] => findInterval(share, n).map(each => Math.round(1000 * each) / 1000); // prettier-ignore
    expect(rounded(0.5, 100)).toEqual([0.404, 0.596]);
    expect(rounded(0.85, 200)).toEqual([0.794, 0.893]);
    expect(rounded(1, 40)).toEqual([0.912, 1]);
    expect(rounded(0, 40)[1]).toBe(0.088);
  });
});

describe('a sign test', () => {
  it('says how probable a result at least as uneven is between equal players', () => {
    expect(testSign(0, 0)).toBe(1);
    expect(testSign(3, 3)).toBe(1);
    expect(testSign(5, 0)).toBe(0.0625);
    expect(testSign(1, 9)).toBeCloseTo(0.0215, 4);
  });
});

/** Takes the first or the last legal move. Each move costs it this much CPU time. */
function createPlayer(
  which: 0 | -1,
  milliseconds: number,
  resigns = false,
): MatchPlayer & { readonly games: string[]; readonly allowed: number[] } {
  const [games, allowed]: [string[], number[]] = [[], []];
  let spent = 0;
  return {
    games,
    allowed,
    cpu: () => spent,
    begin: seed => {
      let position = hex.start(setup);
      games.push(`${seed}:`);
      return Promise.resolve({
        advance: move => {
          games.push(`${games.pop()!} ${hex.format(position, move)}`);
          position = hex.play(position, move);
          return Promise.resolve();
        },
        search: most => {
          allowed.push(most);
          spent += milliseconds;
          return Promise.resolve(resigns ? null : [...hex.moves(position)].at(which)!);
        },
      });
    },
  };
}

describe('a pair of games', () => {
  it('has one opening from both sides, and each pair another one', async () => {
    const players = [createPlayer(0, 10), createPlayer(-1, 30)] as const;
    const first = await playPair(terms, players, NO_GAMES);
    const second = await playPair(terms, players, first);
    const openings = players[0].games.map(game => game.split(' ').slice(1, 3).join(' '));
    expect(openings[0]).toBe(openings[1]);
    expect(openings[2]).toBe(openings[3]);
    expect(openings[0]).not.toBe(openings[2]);
    expect(players[1].games).toEqual(players[0].games);
    expect(players[0].games.map(game => game.split(':')[0])).toEqual(['5', '6', '7', '8']);
    // After the opening the first player has moved first in one game, and the second player in the other.
    expect(players[0].games[0]!.split(' ')[3]).not.toBe(players[0].games[1]!.split(' ')[3]);
    expect(second.games).toBe(4);
    expect(second.won + second.lost + second.drawn).toBe(4);
    expect(second.spent).toEqual([second.moves[0] * 10, second.moves[1] * 30]);
  });

  it('can have openings of a list in turn, and counts those that one side wins twice', async () => {
    const players = [createPlayer(0, 1), createPlayer(0, 1, true)] as const;
    const listed = { ...terms, openings: ['a1 b2', 'c3 d4'] };
    const first = await playPair(listed, players, NO_GAMES);
    const second = await playPair(listed, [players[1], players[0]], first);
    expect(players[0].games.map(game => game.split(' ').slice(1, 3).join(' '))).toEqual(['a1 b2', 'a1 b2', 'c3 d4', 'c3 d4']); // prettier-ignore
    expect(second.pairs).toEqual([1, 1]);
  });

  it('counts resignations as losses, and notes the shortest', async () => {
    const players = [createPlayer(0, 1, true), createPlayer(0, 1)] as const;
    const tally = await playPair(terms, players, NO_GAMES);
    expect(tally).toMatchObject({ games: 2, won: 0, lost: 2, drawn: 0, shortestLoss: 2 });
  });

  it('goes on where a tally ends', async () => {
    const play = async (from: Tally): Promise<[Tally, readonly string[]]> => {
      const player = createPlayer(0, 10);
      return [await playPair(terms, [player, createPlayer(-1, 30)], from), player.games];
    };
    const [first] = await play(NO_GAMES);
    const [again, games] = await play(JSON.parse(JSON.stringify(first)) as Tally);
    expect(again.games).toBe(4);
    expect(games.map(game => game.split(':')[0])).toEqual(['7', '8']);
  });

  it('gives the second player as much CPU a move as the first has used', () => {
    expect(computeAllowance({ spent: [1000, 400], moves: [10, 4] })).toBe(100);
    expect(computeAllowance({ spent: [1000, 350], moves: [10, 4] })).toBe(150);
    expect(computeAllowance({ spent: [1000, 0], moves: [10, 9] })).toBe(300);
    expect(computeAllowance({ spent: [1000, 800], moves: [10, 4] })).toBe(1);
    expect(computeAllowance({ spent: [0, 0], moves: [0, 0] })).toBe(1);
  });
});

const row = ROWS[0]!;
const result: RowResult = {
  ...{ games: 100, won: 61, lost: 38, drawn: 1, spent: [240_000, 100_000], moves: [1_200, 1_000], shortestLoss: 31 },
  ...{
    fingerprint: computeFingerprint(row, 'abc'),
    weights: 'abc',
    nodes: row.nodes,
    opponent: 'MoHex 2.0',
    date: '2026-11-30',
  },
};

const NO_RESULTS: Results = { finished: {}, underWay: {} };
const finish = (each: RowResult, of: Row = row): Results => ({ finished: { [of.name]: each }, underWay: {} });

describe('a result', () => {
  it('counts for its players, limits and weights alone', () => {
    const finished = finish(result);
    expect(findRowState(row, 'abc', NO_RESULTS)).toBe('missing');
    expect(findRowState(row, 'abc', { finished: {}, underWay: { [row.name]: result } })).toBe('missing');
    expect(findRowState(row, 'abc', finished)).toBe('done');
    expect(findRowState({ ...row, target: { kind: 'share', least: 0.7 } }, 'abc', finished)).toBe('done');
    expect(findRowState(row, 'abd', finished)).toBe('outdated');
    expect(findRowState({ ...row, nodes: row.nodes + 1 }, 'abc', finished)).toBe('outdated');
    expect(findRowState({ ...row, options: [['size', '10']] }, 'abc', finished)).toBe('outdated');
    expect(findRowState({ ...row, opponent: { kind: 'baseline' } }, 'abc', finished)).toBe('outdated');
  });

  it('is gone on with, unless the players are others', () => {
    const results = addResult(NO_RESULTS, row, { ...result, games: 98 });
    expect(findMatchUnderWay(row, 'abc', results)?.games).toBe(98);
    expect(findMatchUnderWay(row, 'abd', results)).toBeNull();
    expect(findMatchUnderWay(row, 'abc', NO_RESULTS)).toBeNull();
  });

  it('is replaced by a new match when all its games are played', () => {
    const begun = addResult(finish(result), row, { ...result, games: 2 });
    expect([begun.finished[row.name]?.games, begun.underWay[row.name]?.games]).toEqual([100, 2]);
    const ended = addResult(begun, row, { ...result, won: 70 });
    expect([ended.finished[row.name]?.won, ended.underWay[row.name]]).toEqual([70, undefined]);
  });

  it('is kept in a file', () => {
    const path = join(folder, 'strength.json');
    expect(readResults(path)).toEqual(NO_RESULTS);
    writeResults(path, finish(result));
    expect(readResults(path)).toEqual(finish(result));
  });

  it('names the weights by their content', () => {
    expect(computeWeightsHash(null)).toBeNull();
    expect(computeWeightsHash(new Uint8Array([1, 2, 3]))).toMatch(/^[0-9a-f]{16}$/);
    expect(computeWeightsHash(new Uint8Array([1, 2, 3]))).not.toBe(computeWeightsHash(new Uint8Array([1, 2, 4])));
  });
});

describe('the rows', () => {
  it('have boards, different names, and an even number of games', () => {
    for (const each of ROWS) {
      const { game, setup: board } = setUpRow(each);
      expect(game.seats(board), each.name).toHaveLength(2);
      if (each.opponent.kind === 'program') expect(game.gtp, each.name).not.toBeNull();
      expect(each.games % 2, each.name).toBe(0);
    }
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
  });
});

describe('the page', () => {
  const linesOf = (rows: readonly Row[], results: Results, weights: string | null): readonly string[] =>
    formatPage(rows, results, () => weights, {}).split('\n').filter(line => /^\| (?:Hex|Gomoku) size/.test(line)); // prettier-ignore

  it('has a line for each row', () => {
    expect(linesOf([row], finish(result), 'abc')).toEqual([
      `| Hex size 9 | MoHex 2.0, 1 s a move | ${row.nodes} nodes | 61 : 38, 1 drawn | 62 % | 52 % to 70 % | not counted | ≥ 60 % | met | 0.20 : 0.10 | 2026-11-30, abc |`,
    ]);
    expect(linesOf([row], finish({ ...result, won: 50, lost: 50, drawn: 0, nodes: 70 }), 'abd')[0]).toContain(
      '| 70 nodes | 50 : 50 | 50 % | 40 % to 60 % | not counted | ≥ 60 % | missed, by an earlier player |',
    );
  });

  it('shows a match under way where there is no result', () => {
    const line = `| Hex size 9 | mohex, 1 s a move | ${row.nodes} nodes | not measured |  |  |  | ≥ 60 % |  |  |  |`;
    expect(linesOf([row], NO_RESULTS, 'abc')).toEqual([line]);
    const begun = addResult(NO_RESULTS, row, { ...result, games: 2, won: 1, lost: 1, drawn: 0, pairs: [3, 0] });
    expect(linesOf([row], begun, 'abc')[0]).toContain(
      '| 1 : 1 | 50 % | 9 % to 91 % | 3 : 0, p 0.3 | ≥ 60 % | 2 of 100 games |',
    );
    expect(linesOf([row], begun, 'abd')).toEqual([line]);
    const again = addResult(finish(result), row, { ...result, games: 2, won: 1, lost: 1 });
    expect(linesOf([row], again, 'abc')).toEqual(linesOf([row], finish(result), 'abc'));
  });

  it('knows targets that are moves', () => {
    const rapfi = ROWS.find(({ name }) => name === 'gomoku-15-rapfi')!;
    const lost = { ...result, won: 0, lost: 100, fingerprint: computeFingerprint(rapfi, null), weights: null };
    const reached = (shortestLoss: number | null): string | undefined =>
      linesOf([rapfi], finish({ ...lost, shortestLoss }, rapfi), null)[0]!.split(' | ')[8];
    expect([null, 30, 29].map(reached)).toEqual(['met', 'met', 'missed']);
  });
});
