// Training: what self-play leaves for the learner, matches of equals, and the folder that it all lies in.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkEngine } from '#engines/network/engine.ts';
import { openNetwork } from '#engines/network/network.ts';
import { PLANES } from '#engines/network/search.ts';
import { decodeWeights, randomWeights } from '#engines/network/weights.ts';
import { random as randomPlayer } from '#engines/random.ts';
import { gameNamed } from '#games/index.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf, SEEN } from '#games/kit/cell-view.ts';
import { random } from '#games/kit/random.ts';
import {
  generationsIn,
  networkIn,
  nextGames,
  openFolder,
  setupOf,
  toldIn,
  writeFile,
} from '#research/training/code/folder.ts';
import { playMatch } from '#research/training/code/match.ts';
import { playGame } from '#research/training/code/self-play.ts';

const shape = { directions: 6, channels: 8, blocks: 1, pooled: [0] };
const network = openNetwork(decodeWeights(randomWeights(shape, random(3))));

describe.each([
  ['hex', '4'],
  ['nex', '4'],
  ['y', '4'],
  ['hexafive', '3'],
])('self-play of %s', (name, size) => {
  const game = must(gameNamed(name), name);
  const games = [1, 2, 3].map(seed => playGame(game, setupOf(game, size), network, random(seed)));
  const examples = games.flat();

  it('is the same for the same chance', () => {
    expect(playGame(game, setupOf(game, size), network, random(1))).toEqual(games[0]);
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
        const isFirst = (seen[0]! & SEEN.first) !== 0;
        const before = ofGame[i - 1];
        if (before === undefined) continue;
        const isSame = isFirst === ((before.seen[0]! & SEEN.first) !== 0);
        expect(score).toBe(isSame ? before.score : 1 - before.score);
        expect(owners).toEqual(before.owners.map(owner => (isSame || owner === 0 ? owner : -owner)));
      }
    }
  });
});

it('self-play tells who won: whoever is to move with a win in one has won, and owns the stones of the chain', () => {
  const game = must(gameNamed('hex'), 'hex');
  for (let seed = 1; seed < 20; seed++) {
    const last = playGame(game, setupOf(game, '4'), network, random(seed)).at(-1)!;
    // Behind the last position with a choice the mover's enemy wins at once, or is won against.
    const [own, enemy] = [1, -1].map(side => last.owners.filter(owner => owner === side).length);
    expect(last.score === 1 ? own : enemy).toBeGreaterThanOrEqual(4);
    for (const [cell, bits] of last.seen.entries()) {
      if ((bits & SEEN.own) !== 0) expect(last.owners[cell]).toBe(1);
      if ((bits & SEEN.enemy) !== 0) expect(last.owners[cell]).toBe(-1);
    }
  }
});

describe('a match', () => {
  const game = must(gameNamed('hex'), 'hex');
  let time = 0;
  const rules = {
    game,
    setup: setupOf(game, '4'),
    openings: 4,
    plies: 1,
    milliseconds: 400,
    seed: 1,
    cpu: () => (time += 1),
  };

  it('plays each opening from both sides', () => {
    const told: number[] = [];
    const result = playMatch(rules, [randomPlayer, randomPlayer], ({ games }) => told.push(games));
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(result.games).toBe(8);
  });

  it('counts the points of the first player', () => {
    const strong = networkEngine(() => network);
    expect(playMatch(rules, [strong, randomPlayer]).score).toBeGreaterThan(5);
    expect(playMatch(rules, [randomPlayer, strong]).score).toBeLessThan(3);
  });
});

describe('a folder', () => {
  const game = must(gameNamed('hex'), 'hex');

  it('keeps what it was told first, and a network that knows nothing until there is one', () => {
    const dir = mkdtempSync(join(tmpdir(), 'nexpost-training-'));
    openFolder(dir, game, ['4', '5'], 1);
    const before = toldIn(dir);
    openFolder(dir, game, ['6'], 2);
    expect(toldIn(dir)).toEqual(before);
    expect(Object.keys(before.boards)).toEqual(['4', '5']);
    expect(networkIn(dir, 'candidate.net')).toBeDefined();
    expect(generationsIn(dir)).toBe(0);
  });

  it('names the games of each player by themselves, and writes none in half', () => {
    const dir = mkdtempSync(join(tmpdir(), 'nexpost-training-'));
    openFolder(dir, game, ['4'], 1);
    writeFile(nextGames(dir, 0), 'a\n');
    writeFile(nextGames(dir, 1), 'b\n');
    writeFile(nextGames(dir, 0), 'c\n');
    expect(readFileSync(join(dir, 'games', '000002-0.jsonl'), 'utf8')).toBe('c\n');
    expect(readFileSync(join(dir, 'games', '000001-1.jsonl'), 'utf8')).toBe('b\n');
    expect(existsSync(join(dir, 'games', '000002-0.jsonl.new'))).toBe(false);
  });

  it('has no board of a size that the game has not', () => {
    expect(() => setupOf(game, '40')).toThrow('no Hex board of size 40');
  });
});

describe('the networks in the repository', () => {
  const folder = join(import.meta.dirname, '..', '..', 'research', 'training', 'networks');

  it.each(readdirSync(folder).filter(name => name.endsWith('.net')))('%s is small, sound, and has a card', name => {
    const file = readFileSync(join(folder, name));
    expect(file.length).toBeLessThanOrEqual(120_000);
    const card = JSON.parse(readFileSync(join(folder, name.replace('.net', '.json')), 'utf8')) as Record<
      string,
      unknown
    >;
    const game = must(gameNamed(String(card['game'])), name);
    const map = cellMapOf(game.picture(game.start(setupOf(game, '5')), { seat: null }));
    expect(`${game.name}.net`).toBe(name);
    expect(decodeWeights(file).shape.directions).toBe(map.directions);
  });
});
