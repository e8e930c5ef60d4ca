// Our record of a game: whatever happened at a board, playing the record through by the rules ends where the board stands.
import { describe, expect, it } from 'vitest';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { ok } from '#games/kit/result.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { parseRecord, replayRecord } from '#cli/shell/game-file.ts';
import { matchStateOf, replay } from '#core/board/match.ts';
import { createRecord, formatRecord } from '#core/board/game-record.ts';
import type { Entry, Match, RetireReason } from '#core/board/match-document.ts';
import { setupOf } from '#test/conformance/game.ts';
import { seedsFor } from '#test/seeds.ts';
import { times } from '#test/sample.ts';

const sentences = readSentences();
const trialSeeds = [
  ...Array.from({ length: 12 }, (_, trial) => trial),
  ...seedsFor(import.meta.filename, times(2, 12)),
];
const OPENED = Date.UTC(2026, 11, 1);

function board(game: AnyGame, given: GivenOptions, names: readonly string[]): Match {
  return {
    ...{ game: game.name, number: 101, setup: setupOf(game, given), swap: true, challenger: names[0] ?? '' },
    players: names.map(userid => ({ kind: 'account', userid })),
    ...{ record: [], state: 'active', comment: { by: 'alice', text: 'a secret' }, threads: [], opened: OPENED },
    notes: { alice: 'a secret' },
  };
}

const REASONS: readonly RetireReason[] = ['resigned', 'out-of-time', 'absent'];

/** An entry that may or may not be possible. */
function anyEntry(game: AnyGame, match: Match, rng: Random): Entry {
  const { position, outcome } = matchStateOf(game, match);
  const at = OPENED + match.record.length * 60_000;
  const by = rng.below(match.players.length);
  const kind = rng.below(12);
  if (kind === 0) return { kind: 'proposal', what: rng.below(4) === 0 ? 'draw' : 'undo', by, at };
  if (kind <= 2) return { kind: 'vote', by, accepts: rng.below(4) > 0, at };
  if (kind === 3) return { kind: 'retire', seat: rng.below(40), why: REASONS[rng.below(3)] ?? 'resigned', at };
  if (kind === 4) return { kind: 'swap', after: matchStateOf(game, match).plies.length, at };
  if (outcome !== null || game.toMove(position) === null) return { kind: 'vote', by, accepts: true, at };
  return { kind: 'move', text: game.format(position, game.randomMove(position, rng)), at };
}

/** As much of the service's own rules as records need: a swap comes right behind its move. */
function course(game: AnyGame, match: Match, rng: Random, length: number): Match {
  let played = match;
  for (let step = 0; step < length; step++) {
    const entry = anyEntry(game, played, rng);
    if (entry.kind === 'swap' && (entry.after !== game.swapAfter || played.record.at(-1)?.kind !== 'move')) continue;
    const next = { ...played, record: [...played.record, entry] };
    if (replay(game, next).ok) played = next;
  }
  const isOver = matchStateOf(game, played).outcome !== null;
  return { ...played, state: isOver ? 'over' : 'active' };
}

const TABLES: readonly (readonly [string, GivenOptions, readonly string[]])[] = [
  ['nex', [['size', '5']], ['alice', 'bob']],
  ['hex', [['size', '4']], ['alice', 'alice']],
  ['gomoku', [['size', '7']], ['alice', 'bob']],
  ['hexafive', [['radius', '3']], ['alice', 'bob']],
  ['nexos', [], ['alice', 'bob']],
  ['nexos', [['players', '4']], ['alice', 'bob', 'alice', 'carol']],
];

describe('the record of a game', () => {
  /** Of all boards. */
  const ends = new Set<string>();

  it.each(TABLES)('%s %j %j ends where the board stands', (name, given, players) => {
    const game = findGame(name)!;
    // Some that are always the same, so that every way to end is among them.
    for (const from of trialSeeds) {
      const match = course(game, board(game, given, players), createRandom(from), 60);
      const text = formatRecord(createRecord(game, match));
      const read = parseRecord(text);
      const { lines, replay: end } = replayRecord(read, { count: false, hash: false }, sentences);
      expect(lines.at(-1)?.['error'], `seed ${from}`).toBeUndefined();
      const { position, outcome, plies } = matchStateOf(game, match);
      expect(game.encode(end!.position), `seed ${from}`).toBe(game.encode(position));
      expect(end?.moves.map(move => move.text)).toEqual(plies.map(ply => ply.text));
      expect(lines.at(-1)?.['status']).toBe(outcome === null ? 'playing' : 'over');
      expect(text).not.toContain('secret');
      ends.add(outcome?.reason ?? 'none');
    }
  });

  it('was that of boards that ended in several ways, and of some that go on', () => {
    expect([...ends]).toEqual(expect.arrayContaining(['none', 'resigned', 'agreed']));
    expect(ends.size).toBeGreaterThan(4);
  });

  it('names nobody who was invited by address', () => {
    const game = findGame('nex')!;
    const match = board(game, [['size', '5']], ['alice', 'bob']);
    const players: Match['players'] = [{ kind: 'account', userid: 'alice' }, { kind: 'invited', address: 'bob@example.test' }]; // prettier-ignore
    const text = formatRecord(createRecord(game, { ...match, players, state: 'invited' }));
    expect(text).not.toContain('example.test');
    expect(JSON.parse(text)).toMatchObject({ players: ['alice', null], result: null });
  });

  it('is refused where its result is not that of its moves', () => {
    const game = findGame('hex')!;
    const at = OPENED;
    const moves = ['a1', 'b2', 'b1'].map((text): Entry => ({ kind: 'move', text, at }));
    const match: Match = { ...board(game, [['size', '2']], ['alice', 'bob']), record: moves, state: 'over' };
    const record = createRecord(game, match);
    const told = (changed: object): unknown =>
      replayRecord(ok({ ...record, ...changed }), { count: false, hash: false }, sentences).lines.at(-1)?.['error'];
    expect(record.result).toMatchObject({ reason: 'connection', ranks: [1, 2] });
    expect(told({})).toBeUndefined();
    expect(told({ result: { ...record.result!, ranks: [2, 1] } })).toMatchObject({ code: 'record' });
    expect(told({ result: null })).toMatchObject({ code: 'record' });
    expect(told({ record: record.record.slice(0, 2) })).toMatchObject({ code: 'record' });
  });
});

it('is written without a replay for each proposal', () => {
  const hex = findGame('hex')!;
  let plays = 0;
  const game: AnyGame = {
    ...hex,
    play: (position, move) => {
      plays += 1;
      return hex.play(position, move);
    },
  };
  const start = board(game, [['size', '9']], ['alice', 'bob']);
  const record = Array.from({ length: 60 }, (_, i): readonly Entry[] => [
    { kind: 'move', text: `${'abcdefghi'.charAt(i % 9)}${Math.floor(i / 9) + 1}`, at: i },
    { kind: 'proposal', what: 'draw', by: i % 2, at: i },
    { kind: 'vote', by: 1 - (i % 2), accepts: false, at: i },
  ]).flat();
  expect(createRecord(game, { ...start, record }).record).toHaveLength(60);
  expect(plays).toBe(120);
});
