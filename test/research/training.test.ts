// Training: what self-play leaves for the learner, matches of equals, and the folder that it all lies in.
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNetworkEngine } from '#engines/network-engine.ts';
import { openNetwork } from '#engines/network/network.ts';
import { PLANES } from '#engines/network-search.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import { randomWeights } from '#bench/network-kit.ts';
import { type Engine, randomEngine as randomPlayer } from '#engines/engine.ts';
import { findGame, games } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { FEATURES, cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { type Card, cardsOf, eloOf, networkFileOf } from '#research/training/code/cards.ts';
import {
  cardsIn,
  newestIn,
  nextGames,
  openFolder,
  setupOf,
  toldIn,
  writeFile,
} from '#research/training/code/folder.ts';
import { NO_GAMES, type Tally, playOpening } from '#research/training/code/match.ts';
import { type TrainingState, needsMost } from '#research/training/code/next.ts';
import { PLANS } from '#research/training/code/plans.ts';
import { keepGenerations, reportPage } from '#research/training/code/report.ts';
import { playGame } from '#research/training/code/self-play.ts';
import { type Training, openTrial, proceed } from '#research/training/code/trial.ts';

const shape = { directions: 6, channels: 8, blocks: 1, pooled: [0] };
const network = openNetwork(decodeWeights(randomWeights(shape, createRandom(3))));

describe.each([
  ['hex', '4'],
  ['nex', '4'],
  ['y', '4'],
  ['hexafive', '3'],
])('self-play of %s', (name, size) => {
  const game = must(findGame(name), name);
  const games = [1, 2, 3].map(seed => playGame(game, setupOf(game, size), network, createRandom(seed)));
  const examples = games.flat();

  it('is the same for the same chance', () => {
    expect(playGame(game, setupOf(game, size), network, createRandom(1))).toEqual(games[0]);
  });

  it('says how good the moves are in some positions, as shares of cells that can change', () => {
    const taught = examples.filter(({ moves }) => moves.length > 0);
    expect(taught.length).toBeGreaterThan(0);
    expect(taught.length).toBeLessThan(examples.length);
    for (const { seen, moves, shares } of taught) {
      expect(shares).toHaveLength(moves.length);
      expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 2);
      for (const move of moves) {
        for (let i = 0; i < move.length; i += 2) {
          expect(seen[move[i]!]).toBeDefined();
          expect(Object.values(PLANES)).toContain(move[i + 1]);
        }
      }
    }
  });

  it('tells the mover of each position what became of the game and of its cells', () => {
    for (const ofGame of games) {
      for (const [i, { seen, score, owners }] of ofGame.entries()) {
        const isFirst = (seen[0]! & FEATURES.first) !== 0;
        const before = ofGame[i - 1];
        if (before === undefined) continue;
        const isSame = isFirst === ((before.seen[0]! & FEATURES.first) !== 0);
        expect(score).toBe(isSame ? before.score : 1 - before.score);
        expect([...owners]).toEqual([...before.owners].map(owner => (isSame || owner === 0 ? owner : -owner)));
      }
    }
  });
});

it('self-play tells the winner: a side to move with a win in one has won, and owns the stones of the chain', () => {
  const game = must(findGame('hex'), 'hex');
  for (let seed = 1; seed < 20; seed++) {
    const last = playGame(game, setupOf(game, '4'), network, createRandom(seed)).at(-1)!;
    // Behind the last position with a choice the mover's enemy wins at once, or is won against.
    const [own, enemy] = [1, -1].map(side => last.owners.filter(owner => owner === side).length);
    expect(last.score === 1 ? own : enemy).toBeGreaterThanOrEqual(4);
    for (const [cell, bits] of last.seen.entries()) {
      if ((bits & FEATURES.own) !== 0) expect(last.owners[cell]).toBe(1);
      if ((bits & FEATURES.enemy) !== 0) expect(last.owners[cell]).toBe(-1);
    }
  }
});

describe('a match', () => {
  const game = must(findGame('hex'), 'hex');
  let time = 0;
  const rules = { game, setup: setupOf(game, '4'), plies: 1, milliseconds: 400, seed: 1, cpu: () => (time += 1) };
  const matchOf = (openings: number, players: readonly [Engine, Engine]): Tally =>
    Array.from({ length: openings }).reduce<Tally>(before => playOpening(rules, players, before), NO_GAMES);

  it('plays each opening from both sides, so that equals share the points', () => {
    const player = createNetworkEngine(network);
    const { games, score, spent } = matchOf(4, [player, player]);
    expect([games, score]).toEqual([8, 4]);
    expect(spent[0]).toBeGreaterThan(0);
  });

  it('plays another opening each time', () => {
    const begun = new Set<string>();
    /** A player that notes where it comes to think first. */
    const noting: Engine = {
      ...randomPlayer,
      begin: options => {
        const session = randomPlayer.begin(options);
        const moves: string[] = [];
        let position = options.position;
        return {
          advance: move => {
            moves.push(game.format(position, move));
            position = game.play(position, move);
            session.advance(move);
          },
          search: limit => {
            begun.add(moves.slice(0, 1).join());
            return session.search(limit);
          },
        };
      },
    };
    matchOf(6, [noting, noting]);
    begun.delete('');
    expect(begun.size).toBeGreaterThan(3);
  });

  it('counts the points of the first player', () => {
    const strong = createNetworkEngine(network);
    expect(matchOf(4, [strong, randomPlayer]).score).toBeGreaterThan(5);
    expect(matchOf(4, [randomPlayer, strong]).score).toBeLessThan(3);
  });
});

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'nexpost-training-'));

/** Where no game has a network. */
const NO_NETWORKS = newFolder();

describe('a folder', () => {
  const game = must(findGame('y'), 'y');

  it('keeps its seed and the boards of earlier games', () => {
    const dir = newFolder();
    openFolder(dir, game, { sizes: ['4', '5'], seed: 1, games: NO_NETWORKS });
    openFolder(dir, game, { sizes: ['6'], seed: 2, games: NO_NETWORKS });
    const { seed, sizes, boards } = toldIn(dir);
    expect({ seed, sizes, boards: Object.keys(boards) }).toEqual({ seed: 1, sizes: ['6'], boards: ['4', '5', '6'] });
  });

  it('begins with the network of the repository and its costs', () => {
    const dir = newFolder();
    openFolder(dir, must(findGame('hex'), 'hex'), { sizes: ['5'], seed: 1 });
    const newest = must(cardsOf('hex').at(-1), 'a network of Hex');
    expect(newestIn(dir)).toBe(newest.generation);
    expect(toldIn(dir).began).toMatchObject({ games: newest.games, positions: newest.positions, hours: newest.hours });
    const kept = readFileSync(networkFileOf('hex'));
    expect(readFileSync(join(dir, 'generations', `${String(newest.generation).padStart(3, '0')}.net`))).toEqual(kept);
  });

  it('names the newest games last, whichever player they are of, and writes none in half', () => {
    const dir = newFolder();
    openFolder(dir, game, { sizes: ['4'], seed: 1, games: NO_NETWORKS });
    writeFile(nextGames(dir, 0), 'a\n');
    writeFile(nextGames(dir, 1), 'b\n');
    writeFile(nextGames(dir, 0), 'c\n');
    expect(readFileSync(join(dir, 'games', '000003-0.jsonl'), 'utf8')).toBe('c\n');
    expect(readFileSync(join(dir, 'games', '000002-1.jsonl'), 'utf8')).toBe('b\n');
    expect(existsSync(join(dir, 'games', '000003-0.jsonl.new'))).toBe(false);
  });

  it('has no board of a size that the game has not', () => {
    expect(() => setupOf(game, '40')).toThrow('no Y board of size 40');
  });
});

describe('a trial', () => {
  const game = must(findGame('y'), 'y');
  const progress = { shown: 300_000, games: 10, positions: 100, cpu: 1_800 };
  const full = { games: 200, spent: [200, 400], moves: [100, 100] } as const;
  const lost = { ...full, games: 98, score: 1 };

  /** A folder whose learner has come so far. */
  function folderWith(shown: number): Training & { readonly dir: string } {
    const dir = newFolder();
    openFolder(dir, game, { sizes: ['3', '4'], seed: 7, games: NO_NETWORKS });
    writeFile(join(dir, 'candidate.net'), randomWeights(shape, createRandom(3)));
    writeFile(join(dir, 'candidate.json'), JSON.stringify({ ...progress, shown }));
    return { dir, game, commit: 'abc', now: () => new Date('2026-11-25T12:00:00Z') };
  }

  it('begins when the learner has come far enough', () => {
    expect(openTrial(folderWith(299_999).dir)).toBeNull();
    expect(openTrial(folderWith(300_000).dir)?.last.games).toBe(0);
  });

  it('goes on after a kill, with the network it began with', () => {
    const training = folderWith(300_000);
    const trial = must(openTrial(training.dir), 'a trial');
    writeFile(join(training.dir, 'candidate.net'), 'another');
    expect(proceed(training, trial)).toBe('open');
    expect(openTrial(training.dir)?.last.games).toBe(2);
  });

  it('ends as soon as the candidate can no longer be accepted, and waits for a better one', () => {
    const training = folderWith(300_000);
    const trial = must(openTrial(training.dir), 'a trial');
    expect(proceed(training, { ...trial, last: lost })).toBe('rejected');
    expect(openTrial(training.dir)).toBeNull();
    expect(newestIn(training.dir)).toBe(0);
  });

  it('makes an accepted candidate the next generation, once', () => {
    const training = folderWith(300_000);
    const trial = must(openTrial(training.dir), 'a trial');
    const won = { ...trial, last: { ...full, score: 104 }, today: { ...full, score: 150 } };
    const card = proceed(training, won);
    expect(card).toEqual({
      ...{ game: 'y', generation: 1, games: 10, positions: 100, hours: 0.5, size: '4', seed: 7 },
      last: { games: 200, score: 104, elo: 14, milliseconds: [2, 4] },
      today: { games: 200, score: 150, elo: 190, milliseconds: [2, 4] },
      ...{ date: '2026-11-25', commit: 'abc' },
    });
    // A kill between the files and the end of the trial.
    expect(proceed(training, won)).toEqual(card);
    expect(cardsIn(training.dir)).toEqual([card]);
    const second = proceed(training, { ...won, generation: 2 });
    expect(second).toMatchObject({ generation: 2 });
  });

  it('begins anew where another board is played on', () => {
    const { dir } = folderWith(300_000);
    writeFile(join(dir, 'trial.json'), JSON.stringify({ ...openTrial(dir), last: lost }));
    openFolder(dir, game, { sizes: ['4', '3'], seed: 7, games: NO_NETWORKS });
    expect(openTrial(dir)).toMatchObject({ size: '3', last: { games: 0 } });
  });
});

describe('what to train next', () => {
  const result = (score: number) => ({
    games: 200,
    score,
    elo: eloOf({ games: 200, score }),
    milliseconds: [15, 15] as const,
  });
  const card = (game: string, today: number, last = 120): Card => ({
    ...{
      game,
      generation: 1,
      games: 1,
      positions: 1,
      hours: 1,
      size: PLANS[game]?.sizes.at(-1) ?? '',
      date: '2026-11-25',
      seed: 1,
      commit: 'a',
    },
    ...{ last: result(last), today: result(today) },
  });
  const good = (game: string): TrainingState => ({ cards: [card(game, 199)], hours: 1 });

  it('is a game without a network, that with the fewest hours first', () => {
    expect(
      needsMost(game => (game === 'y' || game === 'nex' ? { cards: [], hours: game === 'y' ? 1 : 2 } : good(game))),
    ).toBe('y');
  });

  it('is the game that lacks most Elo', () => {
    expect(needsMost(game => (game === 'y' ? { cards: [card(game, 20)], hours: 2 } : good(game)))).toBe('y');
  });

  it('is a game whose network was never measured on the board of its plan', () => {
    const small = (game: string): TrainingState => ({ cards: [{ ...card(game, 199), size: '3' }], hours: 1 });
    expect(needsMost(game => (game === 'y' ? small(game) : good(game)))).toBe('y');
  });

  it('is no game that has stopped to gain, while another one gains', () => {
    const stale = (game: string): TrainingState => ({
      cards: Array.from({ length: 3 }, () => card(game, 20, 104)),
      hours: 9,
    });
    const fruitless = (game: string): TrainingState => ({ cards: [card(game, 20)], hours: 9 });
    expect(needsMost(game => (game === 'y' ? stale(game) : good(game)))).not.toBe('y');
    expect(needsMost(game => (game === 'y' ? fruitless(game) : good(game)))).not.toBe('y');
    expect(needsMost(game => ({ ...stale(game), hours: game === 'y' ? 8 : 9 }))).toBe('y');
  });
});

/** The folder of the games, without networks. */
function newGames(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'y'));
  return folder;
}

it('keeps the newest network of a folder and all its cards, and reports them', () => {
  const networks = newGames();
  const dir = folderOf('190');
  keepGenerations(dir, networks);
  keepGenerations(dir, networks);
  expect(readFileSync(networkFileOf('y', networks), 'utf8')).toBe('network 2');
  expect(cardsOf('y', networks).map(({ generation }) => generation)).toEqual([1, 2]);
  expect(reportPage(networks)).toContain('| 2 | 2026-11-25 | 10 | 2.0 | 4 | 75.0 % | 75.0 % | 190 |');
});

it('keeps no network of a folder that did not begin with the newest one', () => {
  const networks = newGames();
  keepGenerations(folderOf('190', [1]), networks);
  keepGenerations(folderOf('20'), networks);
  expect(readFileSync(networkFileOf('y', networks), 'utf8')).toBe('network 1');
  keepGenerations(folderOf('190'), networks);
  expect(readFileSync(networkFileOf('y', networks), 'utf8')).toBe('network 2');
});

/** A folder of trainings with these generations of Y, each of so much Elo. */
function folderOf(elo: string, generations: readonly number[] = [1, 2]): string {
  const dir = newFolder();
  const folder = join(dir, 'y');
  openFolder(folder, must(findGame('y'), 'y'), { sizes: ['4'], seed: 1, games: NO_NETWORKS });
  const result = { games: 200, score: 150, elo: Number(elo), milliseconds: [15, 15] };
  for (const generation of generations) {
    const file = {
      game: 'y',
      generation,
      games: 10,
      positions: 100,
      hours: generation,
      size: '4',
      last: result,
      today: result,
    };
    writeFile(
      join(folder, 'generations', `00${generation}.json`),
      JSON.stringify({ ...file, date: '2026-11-25', seed: 1, commit: 'a' }),
    );
    writeFile(join(folder, 'generations', `00${generation}.net`), `network ${generation}`);
  }
  return dir;
}

it('docs/training.md is what the cards say', () => {
  expect(readFileSync(join('docs', 'training.md'), 'utf8')).toBe(reportPage());
});

describe('the networks in the repository', () => {
  const trained = games.map(({ name }) => name).filter(name => existsSync(networkFileOf(name)));

  it('are those of most games', () => {
    expect(trained.length).toBeGreaterThan(8);
  });

  it.each(trained)('that of %s is small, sound, and has its cards', name => {
    const file = readFileSync(networkFileOf(name));
    expect(file.length).toBeLessThanOrEqual(400_000);
    const game = must(findGame(name), name);
    expect(cardsOf(name).map(({ game: of, generation }) => [of, generation])).toEqual(
      cardsOf(name).map((_, at) => [name, at + 1]),
    );
    const map = cellMapOf(game.picture(game.start(setupOf(game, '5')), { seat: null }));
    expect(decodeWeights(file).shape.directions).toBe(map.directions);
  });
});
