// The player's side of the protocol: what it answers to whom, which board it plays on, when and how it leaves.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { boardOf, setUpBoard, write } from '#referee/protocol.ts';
import { type PlayerEvent, type PlayerOptions, type PlayingState, createPlayer, react } from '#referee/player.ts';
import { setupOf } from '../conformance/game.ts';

const options = (name: string, dialect: PlayerOptions['dialect'], given: GivenOptions = []): PlayerOptions => ({
  game: findGame(name)!,
  given,
  swapAfter: null,
  dialect,
});

/** A player that always takes the first legal move: what it says and does, as texts. */
function conversation(at: PlayerOptions): {
  readonly state: () => PlayingState;
  readonly happens: (event: PlayerEvent) => string[];
} {
  let state = createPlayer(at);
  const happens = (event: PlayerEvent): string[] => {
    const next = react(state, event);
    state = next.state;
    return next.effects.flatMap(effect => {
      if (effect.kind === 'say') return [effect.text];
      if (effect.kind === 'leave') return [`leaves: ${effect.trouble?.kind ?? 'all is over'}`];
      const { position } = effect.request;
      const [move] = at.game.moves(position);
      return happens({ kind: 'chosen', number: effect.number, text: at.game.format(position, move!) });
    });
  };
  return { state: () => state, happens };
}

/** What is answered to each of these texts. */
const answers = (at: PlayerOptions, texts: readonly string[]): string[][] => {
  const { happens } = conversation(at);
  return texts.map(text => happens(text === 'EOF' ? { kind: 'hung-up' } : { kind: 'heard', text }));
};

describe('a player', () => {
  it('of the later dialect says ok to the board and to moves, and plays game after game', () => {
    const texts = ['r2-c2#\n', '?\n', '>Ba1?a2\n', '>Wb1?b2\n', '?\n', '-\n', 'r3-c4#\n', '>Bc4?a1\n', '?\n', '>Wa2?a3\n', '+\n', '$\n']; // prettier-ignore
    expect(answers(options('nex', 'later'), texts)).toEqual([
      ['ok\n'], ['Ba1?a2\n'], ['ok\n'], ['ok\n'], ['Ba2Bb2?a1\n'], [], ['ok\n'], ['ok\n'], ['Wa2?a3\n'], ['ok\n'], [], ['leaves: all is over'],
    ]); // prettier-ignore
  });

  it('of the old dialect answers ? alone, and leaves when a game is over', () => {
    for (const end of ['+', '-', '#']) {
      expect(answers(options('nex', 'old'), ['r2-c2#', '>Ba1?a2', '\n', '?', end, '?'])).toEqual([
        [], [], [], ['Wb1?b2\n'], ['leaves: all is over'], [],
      ]); // prettier-ignore
    }
  });

  it.each([
    [['!'], 'aborted'],
    [['r3-c3#', '?', '>Ba1?a2', '!'], 'aborted'],
    [['r99-c99#'], 'no-such-board'],
    [['r3-c3#', '>Ba1?a1\n'], 'unreadable-move'],
    [['r3-c3#', '>Wa1?a2\n'], 'unreadable-move'],
    [['EOF'], 'hung-up'],
    [['r3-c3#', 'EOF'], 'hung-up'],
    [['r3-c3#', '+', 'EOF'], 'all is over'],
    [['r2-c2#', '>a1,a2\n>b1,b2\n>a2,b2,a1\n', '?'], 'asked-after-end'],
  ])('told %j leaves: %s', (texts, how) => {
    expect(answers(options('nex', 'later'), texts).flat().at(-1)).toBe(`leaves: ${how}`);
  });

  it('takes the board of its own options where the referee names none, and refuses one they do not make', () => {
    expect(answers(options('hex', 'old', [['size', '3']]), ['?', '>c3\n'])).toEqual([['a1\n'], []]);
    expect(answers(options('hexafive', 'old', [['radius', '3']]), ['r11-c11#'])).toEqual([['leaves: other-board']]);
  });

  it('does not say a move that was thought of for a game that is over', () => {
    const { happens, state } = conversation(options('hex', 'later'));
    const asked = react(createPlayer(options('hex', 'later')), { kind: 'heard', text: 'r2-c2#?' }).state;
    const over = react(asked, { kind: 'heard', text: '-' }).state;
    expect(react(over, { kind: 'chosen', number: 1, text: 'a1' }).effects).toEqual([]);
    expect(happens({ kind: 'chosen', number: 7, text: 'a1' })).toEqual([]);
    expect(state().hasLeft).toBe(false);
  });

  it('survives nonsense, and holds no more of it than a message', () => {
    const scraps = [
      'r3-c3#',
      'r',
      '>',
      '>Ba1?a2',
      '?',
      '+',
      '-',
      '#',
      '\n',
      'x',
      '\0',
      ' ',
      'y'.repeat(200),
      '>z9\n',
      '#r2-c2#?',
    ];
    for (let seed = 1; seed <= 200; seed++) {
      const rng = createRandom(seed);
      const { happens, state } = conversation(options(seed % 2 === 0 ? 'nex' : 'hex', 'later'));
      for (let i = 0; i < 40; i++) {
        const text = scraps[rng.below(scraps.length)]!;
        happens(rng.below(9) === 0 ? { kind: 'silence' } : { kind: 'heard', text });
        expect(state().unread.text.length, `seed ${seed}`).toBeLessThan(600);
      }
      expect(happens({ kind: 'hung-up' }).length <= 4, `seed ${seed}`).toBe(true);
      expect(state().hasLeft, `seed ${seed}`).toBe(true);
    }
  });
});

describe('the board of a game', () => {
  it.each([
    ['nex', [['size', '9x11']], 'r9-c11#'],
    ['y', [], 'r17-c17#'],
    ['gomoku', [], 'r15-c15#'],
    ['hexafive', [], 'r11-c11#'],
    ['hexafive', [['special', '1']], 'r11-c10#'],
    ['nexos', [], 'r25-c25#'],
  ] as const)('%s %j is told as it is drawn', (name, given, told) => {
    const game = findGame(name)!;
    expect(write({ kind: 'board', ...boardOf(game, setupOf(game, given)) })).toBe(`${told}\n`);
  });

  it('tells a player the size, for every game on the shelf', () => {
    for (const game of games) {
      const setup = setupOf(game, []);
      expect(setUpBoard(game, [], boardOf(game, setup)), game.name).toEqual({ ok: true, value: setup });
      const hasSize = game.options.some(({ kind }) => kind === 'size');
      const small = setUpBoard(game, hasSize ? [['size', '13']] : [], { rows: 5, columns: 5 });
      expect(small.ok, game.name).toBe(hasSize);
    }
  });
});
