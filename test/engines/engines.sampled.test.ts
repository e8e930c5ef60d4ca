// What every engine must do at every game: legal moves, the same ones for the same seed, a move even when there is no time, and no harm to the position.
import { describe, expect, it } from 'vitest';
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import type { EngineChoice, Engine, EngineSession, SearchLimit } from '#engines/engine.ts';
import { engines } from '#engines/index.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { shouldSwap } from '#engines/swap-rule.ts';
import { createWeakSession, type Weakness } from '#engines/weaken.ts';
import { times } from '#test/sample.ts';
import { frozen, setupOf } from '../conformance/game.ts';

/** Small boards, so that whole games are short. */
const SMALL: Readonly<Record<string, string>> = { hex: '4', nex: '4', y: '4', neuy: '4', gomoku: '6', neugomoku: '6' };
const SMALLER: Readonly<Record<string, string>> = { gonnect: '5', neugonnect: '4' };

const setupFor = (game: AnyGame): Setup => {
  const size = SMALL[game.name] ?? SMALLER[game.name];
  return setupOf(game, size === undefined ? [] : [['size', size]]);
};

const nodes = (count: number): SearchLimit => ({ spentShare: () => 0, nodes: count });

/** The same work for each engine: a node of those that may have a network is twenty of the others. */
const nodesOf = (engine: string, count: number): SearchLimit =>
  nodes(engine === 'solver' || engine === 'network' ? Math.ceil(count / 20) : count);

/** A game of an engine against itself: the texts of its moves, at most so many. */
function game(engine: Engine, game: AnyGame, seed: number, most: number): readonly string[] {
  const setup = setupFor(game);
  let position = frozen(game.start(setup));
  const session = engine.begin({ game, setup, position, seed, network: readNetwork(game.name) });
  const texts: string[] = [];
  while (game.toMove(position) !== null && texts.length < most) {
    const { move } = session.search(nodesOf(engine.name, 12));
    const text = game.format(position, move);
    expect(game.parse(position, text)).toMatchObject({ ok: true });
    texts.push(text);
    session.advance(move);
    position = frozen(game.play(position, move));
  }
  return texts;
}

describe.each(engines.map(engine => [engine.name, engine] as const))('%s', (_, engine) => {
  it.each(games.map(each => [each.name, each] as const))('plays %s, the same for the same seed', (_, each) => {
    const most = times(4, 14);
    expect(game(engine, each, 3, most)).toEqual(game(engine, each, 3, most));
  });

  it('has a move when there is no time at all, and where there is only one', () => {
    for (const each of games) {
      const setup = setupFor(each);
      const position = each.start(setup);
      const { move } = engine
        .begin({ game: each, setup, position, seed: 1, network: readNetwork(each.name) })
        .search({ spentShare: () => 1, nodes: 0 });
      expect(each.parse(position, each.format(position, move))).toMatchObject({ ok: true });
    }
  });

  it('plays a game to its end on a small board', () => {
    const hex = games.find(({ name }) => name === 'hex')!;
    expect(game(engine, hex, 9, 16).length).toBeGreaterThan(6);
  });
});

const named = (name: string): AnyGame => games.find(each => each.name === name)!;

describe('a weakened engine', () => {
  const game = named('hex');
  const setup = setupOf(game, [['size', '9']]);
  const options = { game, setup, position: game.start(setup), seed: 7, network: null };
  const moves = [...game.moves(options.position)];
  /** An engine that compares moves of these shares and values. */
  const comparing = (compared: readonly (readonly [share: number, value: number])[]): EngineSession => {
    const candidates = compared.map(([share, value], i) => ({ move: moves[i]!, share, value, isProven: false }));
    const best = candidates.reduce((a, b) => (b.share > a.share ? b : a));
    return { advance: () => undefined, search: () => ({ ...best, nodes: 1, candidates }) };
  };
  const drawn = (engine: EngineSession, weakness: Weakness): readonly number[] =>
    Array.from({ length: 400 }, (_, seed) => {
      const { move } = createWeakSession(engine, { ...options, seed }, weakness).search(nodes(1));
      return moves.indexOf(move);
    });
  const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;

  const values = [0.6, 0.5, 0.4, 0.3, 0.1];
  const engine = comparing([0.5, 0.2, 0.15, 0.1, 0.05].map((share, i) => [share, values[i]!] as const));

  it('plays its best at no temperature, and without a loss', () => {
    expect(new Set(drawn(engine, { meanLoss: 1, mostLoss: 1, temperature: 0, slips: 0 }))).toEqual(new Set([0]));
    expect(new Set(drawn(engine, { meanLoss: 0, mostLoss: 1, temperature: 4, slips: 0 }))).toEqual(new Set([0]));
  });

  it.each([0.02, 0.05, 0.1])('loses %d of a game a move, times the factor of the game', meanLoss => {
    const losses = drawn(engine, { meanLoss, mostLoss: 1, temperature: 100, slips: 0 }).map(i => 0.6 - values[i]!);
    expect(Math.abs(mean(losses) - meanLoss * game.lossFactor)).toBeLessThan(0.02);
  });

  it('loses no more with a move than it may', () => {
    const losses = drawn(engine, { meanLoss: 1, mostLoss: 0.25, temperature: 100, slips: 0 }).map(
      i => 0.6 - values[i]!,
    );
    expect(Math.max(...losses)).toBeCloseTo(0.2);
  });

  it('draws by the shares where all moves are as good', () => {
    const equal = comparing([
      [0.75, 0.5],
      [0.25, 0.5],
    ]);
    const rare = drawn(equal, { meanLoss: 0.1, mostLoss: 1, temperature: 1, slips: 0 }).filter(i => i === 1).length;
    expect(rare).toBeGreaterThan(70);
    expect(rare).toBeLessThan(130);
  });

  it('decides on a swap by the move that it prefers, whatever it draws', () => {
    const weakness = { meanLoss: 1, mostLoss: 1, temperature: 100, slips: 0 };
    const swaps = (session: EngineSession): boolean[] =>
      Array.from({ length: 40 }, (_, seed) =>
        shouldSwap(createWeakSession(session, { ...options, seed }, weakness).search(nodes(1))),
      );
    expect(new Set(swaps(engine))).toEqual(new Set([false]));
    expect(new Set(swaps(comparing([0.6, 0.4].map((share, i) => [share, [0.4, 0.6][i]!] as const))))).toEqual(
      new Set([true]),
    );
  });

  it('plays the same in a session that is begun anew', () => {
    const weakness = { meanLoss: 0.1, mostLoss: 1, temperature: 100, slips: 0 };
    expect(drawn(engine, weakness)).toEqual(drawn(engine, weakness));
  });
});

function choice(
  engine: string,
  gameName: string,
  text: string,
  limit: SearchLimit,
): EngineChoice & { readonly text: string } {
  const game = named(gameName);
  const setup = setupOf(game, [['size', `${text.split(' ')[0]!.split('/').length}`]]);
  const read = game.decode(setup, text);
  if (!read.ok) throw new Error(read.reason.code);
  const position: Opaque = frozen(read.value);
  const found = engines
    .find(each => each.name === engine)!
    .begin({ game, setup, position, seed: 1, network: readNetwork(game.name) })
    .search(limit);
  return { ...found, text: game.format(position, found.move) };
}

describe('tree search', () => {
  it.each(['plain', 'mcts', 'solver'])('%s sees a win in one, and says that it is certain', engine => {
    for (const [name, text, wins] of [
      ['hex', '.B./.../.BW W', null],
      ['hex', '.B../.B../..../.B.. B', ['c1', 'c2']],
      ['nex', '.B../.B../.?../WB.? B', null],
      ['nex', '.B../..../.B../WB.W B', null],
    ] as const) {
      const found = choice(engine, name, text, nodesOf(engine, 3_000));
      if (wins === null) continue;
      expect(wins).toContain(found.text);
      expect(found).toMatchObject({ value: 1, isProven: true });
    }
  });

  it.each(['plain', 'mcts', 'solver'])('%s wins where it could also parry a win of the opponent', engine => {
    const fours = 'BBBB.../......./......./......./......./......./..WWWW.';
    for (const [turn, wins] of [
      ['B', ['e7']],
      ['W', ['b1', 'g1']],
    ] as const) {
      const found = choice(engine, 'gomoku', `${fours} ${turn}`, nodes(100));
      expect(wins).toContain(found.text);
      expect(found).toMatchObject({ value: 1, isProven: true });
    }
  });

  it.each(['plain', 'mcts', 'solver'])('%s knows who wins where the tree is small', engine => {
    // Hex 3x3: the first player wins from the centre; whoever moves second after that loses.
    expect(choice(engine, 'hex', '.../.../... B', nodes(20_000))).toMatchObject({ value: 1, isProven: true });
    expect(choice(engine, 'hex', '.../.B./... W', nodes(20_000))).toMatchObject({ value: 0, isProven: true });
    // Nex 2x2 by Neto's rules: two of the twelve first moves win.
    const opening = choice(engine, 'nex', '../.. B', nodes(5_000));
    expect(opening).toMatchObject({ value: 1, isProven: true });
    expect(['a1,a2', 'b2,b1']).toContain(opening.text);
  });

  it.each(['mcts', 'solver'])('%s answers an open three of Gomoku at one of its ends', engine => {
    const rows = Array.from({ length: 15 }, () => '.'.repeat(15));
    const put = (row: number, column: number, letter: string): void => {
      rows[row] = rows[row]!.slice(0, column) + letter + rows[row]!.slice(column + 1);
    };
    // h8, h9, h10 against stones of White's that do nothing together.
    for (const row of [5, 6, 7]) put(row, 7, 'B');
    put(2, 2, 'W');
    put(12, 11, 'W');
    const { text } = choice(engine, 'gomoku', `${rows.join('/')} W`, nodesOf(engine, 400));
    expect(['h6', 'h7', 'h11', 'h12']).toContain(text);
  });

  it('does not lose Gomoku to five stones in a row of the first player', () => {
    const gomoku = named('gomoku');
    let position = gomoku.start(setupOf(gomoku, []));
    for (const text of ['h8', 'h9', 'h10', 'h7', 'h11', 'h6', 'h12']) {
      const typed = gomoku.parse(position, text);
      // What White has taken Black puts elsewhere.
      const move = typed.ok ? typed.value : [...gomoku.moves(position)][0]!;
      position = gomoku.play(position, move);
      expect(gomoku.outcome(position)).toBeNull();
      const answer = gomoku.parse(position, choice('mcts', 'gomoku', gomoku.encode(position), nodes(400)).text);
      if (!answer.ok) throw new Error(answer.reason.code);
      position = gomoku.play(position, answer.value);
      if (gomoku.outcome(position) !== null) return;
    }
  });

  it('keeps what it found out about the position that was reached', () => {
    const hex = named('hex');
    const setup = setupOf(hex, [['size', '5']]);
    const position = hex.start(setup);
    const session = engines
      .find(each => each.name === 'plain')!
      .begin({ game: hex, setup, position, seed: 2, network: null });
    const { move } = session.search(nodes(3_000));
    session.advance(move);
    const after = hex.play(position, move);
    const reused = session.search(nodes(1));
    const fresh = engines
      .find(each => each.name === 'plain')!
      .begin({ game: hex, setup, position: after, seed: 2, network: null });
    expect(fresh.search(nodes(1)).value === 0 || fresh.search(nodes(1)).value === 1).toBe(true);
    // One visit alone gives 0 or 1; a mean of many lies between.
    expect(reused.value).toBeGreaterThan(0);
    expect(reused.value).toBeLessThan(1);
  });
});
