// The line protocol: what is written is read back, in pieces of any size, with line ends or without; nonsense is survived in bounded memory.
import { describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import type { ArbiterEvent, Transition } from '#referee/game-state.ts';
import { handleArbiterEvent, startGame, wakeAt } from '#referee/arbiter.ts';
import {
  NOTHING_UNREAD,
  type ReadMessages,
  type RefereeMessage,
  type Unread,
  readPlayer,
  readReferee,
  refereeLimits,
  settleReferee,
  write,
} from '#referee/protocol.ts';
import { setupOf } from '../conformance/game.ts';

const MESSAGES: readonly RefereeMessage[] = [
  { kind: 'board', rows: 13, columns: 9 },
  { kind: 'ask' },
  { kind: 'played', move: 'Wa1Wa3?b2' },
  { kind: 'played', move: 'e21-e19-g19-g17' },
  { kind: 'won' },
  { kind: 'lost' },
  { kind: 'drawn' },
  { kind: 'abort' },
  { kind: 'end' },
];

type Read<Message> = (unread: Unread, piece: string) => ReadMessages<Message>;

/** Everything read of a text that comes in these pieces. */
function inPieces<Message>(read: Read<Message>, pieces: readonly string[]): { messages: Message[]; unread: Unread } {
  const messages: Message[] = [];
  let unread = NOTHING_UNREAD;
  for (const piece of pieces) {
    const reading = read(unread, piece);
    messages.push(...reading.messages);
    unread = reading.unread;
    expect(unread.text.length).toBeLessThanOrEqual(refereeLimits.messageLength);
  }
  return { messages, unread };
}

const whole = <Message>(read: Read<Message>, text: string): Message[] => inPieces(read, [text]).messages;
const single = <Message>(read: Read<Message>, text: string): Message[] => inPieces(read, text.split('')).messages;

describe('what a referee says', () => {
  it('is read back, one character at a time too', () => {
    const text = MESSAGES.map(write).join('');
    expect(text).toBe('r13-c9#\n?\n>Wa1Wa3?b2\n>e21-e19-g19-g17\n+\n-\n#\n!\n$\n');
    expect(whole(readReferee, text)).toEqual(MESSAGES);
    expect(single(readReferee, text)).toEqual(MESSAGES);
  });

  it.each([
    ['r3-c3#?', ['board', 'ask']],
    ['??+', ['ask', 'ask', 'won']],
    ['>Ba1?b2+', ['>Ba1?b2', 'won']],
    ['>Ba1?b2>Wa2?b1#', ['>Ba1?b2', '>Wa2?b1', 'drawn']],
    ['>Ba1?b2!', ['>Ba1?b2', 'abort']],
    ['>a1\0\0\0?\0', ['>a1', 'ask']],
    ['r13-c13-later#?', ['board', 'ask']],
    ['\r\n\r\n  ?', ['ask']],
    ['Welcome to the server!\n?', ['ask']],
    ['resign#\n?', ['ask']],
  ])('is read without line ends where that can be: %j', (text, expected) => {
    const shown = (message: RefereeMessage): string => (message.kind === 'played' ? `>${message.move}` : message.kind);
    expect(whole(readReferee, text).map(shown)).toEqual(expected);
    expect(single(readReferee, text).map(shown)).toEqual(expected);
  });

  it.each([
    ['>Ba1?b2', [{ kind: 'played', move: 'Ba1?b2' }]],
    ['>Ba1?b2?', [{ kind: 'played', move: 'Ba1?b2' }, { kind: 'ask' }]],
    ['>Bc3?', [{ kind: 'played', move: 'Bc3' }, { kind: 'ask' }]],
    ['>Ba1?b2-', [{ kind: 'played', move: 'Ba1?b2' }, { kind: 'lost' }]],
    ['>', []],
    ['r13-c', []],
  ] as const)('is understood after a silence: %j', (text, expected) => {
    expect(settleReferee(inPieces(readReferee, [text]).unread).messages).toEqual(expected);
  });
});

describe('what a player says', () => {
  it.each([
    ['ok\n', ['ok']],
    ['ok', ['ok']],
    ['okBa1?b2\n', ['ok', 'Ba1?b2']],
    ['OK\r\nok\n\n', ['ok', 'ok']],
    ['Ba1?b2\0\0\0\0', ['Ba1?b2']],
    ['  b3 , a3 \n', ['b3 , a3']],
    ['o8\n', ['o8']],
    ['o', []],
    [`${'x'.repeat(600)}\nok\n`, ['flood', 'ok']],
    [' '.repeat(600), ['flood']],
  ])('is read, in pieces too: %j', (text, expected) => {
    const shown = (message: { kind: string; text?: string }): string => message.text ?? message.kind;
    expect(whole(readPlayer, text).map(shown)).toEqual(expected);
    expect(single(readPlayer, text).map(shown)).toEqual(expected);
  });
});

/** What programs might say, and what they would not. */
const SCRAPS = ['ok', 'ok\n', '\n', 'Ba1?b2\n', 'Wa2?b1', 'a1,b2\n', 'b1\n', '>', '?', '+', '-', '#', '!', '$', 'r3-c3#', 'r', 'x', ' ', '\0', '\r', 'ÿ', 'o', '\u0007', 'z'.repeat(90)]; // prettier-ignore

describe('nonsense', () => {
  const seeds = Array.from({ length: 150 }, (_, i) => 1000 + i);

  const textOf = (seed: number): string => {
    const rng = createRandom(seed);
    const byte = (): string => String.fromCharCode(rng.below(256));
    return Array.from({ length: 60 }, () => (rng.below(3) === 0 ? byte() : SCRAPS[rng.below(SCRAPS.length)]!)).join('');
  };

  const sliced = (text: string, seed: number): string[] => {
    const rng = createRandom(seed);
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = 1 + rng.below(12);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return pieces;
  };

  it.each([
    ['readReferee', readReferee as Read<unknown>],
    ['readPlayer', readPlayer as Read<unknown>],
  ])('is read the same however it is sliced, by %s', (_, read) => {
    for (const seed of seeds) {
      const text = textOf(seed);
      const { messages, unread } = inPieces(read, [text]);
      expect(inPieces(read, sliced(text, seed)), `seed ${seed}`).toEqual({ messages, unread });
      expect(inPieces(read, text.split('')), `seed ${seed}`).toEqual({ messages, unread });
    }
  });

  it('of any length is not kept', () => {
    for (const piece of ['x', '>', 'r', ' ', 'ok', '\n', '>a', '>a\n'].map(each => each.repeat(100_000))) {
      expect(inPieces(readPlayer, [piece, piece]).unread.text.length).toBeLessThan(600);
      expect(inPieces(readReferee, [piece, piece]).unread.text.length).toBeLessThan(600);
    }
  });

  /** A game in which two players say anything at any time, until it is over. */
  const played = (seed: number, stop: number): { game: Transition; finishes: number; events: number } => {
    const rng = createRandom(seed);
    const hex = findGame(rng.below(2) === 0 ? 'hex' : 'nex')!;
    const setup = setupOf(hex, [['size', '2']]);
    const dialects = [0, 1].map(() => (['unknown', 'old', 'later'] as const)[rng.below(3)]!);
    let now = 0;
    let game = startGame(
      {
        game: hex,
        setup,
        board: { rows: 2, columns: 2 },
        moveMs: 300,
        gameMs: 900,
        swapAfter: rng.below(2) === 0 ? 1 : null,
        dialects,
      },
      now,
    );
    let [finishes, events] = [0, 0];
    for (; events < stop; events++) {
      const seat = rng.below(2);
      const event: ArbiterEvent[] = [
        { kind: 'time' },
        { kind: 'said', seat, text: SCRAPS[rng.below(SCRAPS.length)]! },
        { kind: 'said', seat, text: 'ok\n' },
        {
          kind: 'said',
          seat,
          text: `${[...hex.moves(game.state.position)].map(move => hex.format(game.state.position, move))[0] ?? ''}\n`,
        },
        { kind: 'left', seat, how: 'it left' },
      ];
      game = handleArbiterEvent(game.state, event[rng.below(rng.below(8) === 0 ? 5 : 4)]!, (now += rng.below(40)));
      finishes += game.effects.filter(({ kind }) => kind === 'finish').length;
    }
    return { game, finishes, events };
  };

  it('ends a game once, with a result', () => {
    for (const seed of seeds) {
      const { game, finishes } = played(seed, 400);
      expect([game.state.phase, finishes, wakeAt(game.state)], `seed ${seed}`).toEqual(['over', 1, Infinity]);
    }
  });

  it('does not keep a game from its end: the clock alone brings it there', () => {
    for (const seed of seeds) {
      let { game } = played(seed, seed % 7);
      for (let wakes = 0; game.state.phase !== 'over'; wakes++) {
        expect(wakes, `seed ${seed}`).toBeLessThan(10);
        game = handleArbiterEvent(game.state, { kind: 'time' }, wakeAt(game.state));
      }
    }
  });
});
