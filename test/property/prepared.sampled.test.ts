// Moves, queues and answers in any order, compared with a slow model that keeps plain tables.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { findGame, games } from '#games/registry/index.ts';
import type { ActorContext, Decision } from '#core/players/decision.ts';
import { matchStateOf, replay } from '#core/board/match.ts';
import { playMove, playPrepared } from '#core/board/acts/play.ts';
import { prepareAnswers, queueMove } from '#core/features/prepared/prepare.ts';
import { type State, apply, createState } from '#core/kernel/state.ts';
import { type Data, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { DEFINITIONS } from '#core/features.ts';
import { setupOf } from '../conformance/game.ts';
import { type PreparedModel, preparedModel } from './prepared-model.ts';
import { isLong } from '#test/sample.ts';

const NAMES = ['alice', 'bob'];

const BOARDS = [
  { name: 'hex', options: [['size', '3x3']], cells: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'] },
  { name: 'gonnect', options: [['size', '3']], cells: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'] },
] as const;

const choice = fc.nat({ max: 8 });

const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), choice }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('queue' as const), choice }) },
  {
    weight: 8,
    arbitrary: fc
      .record({
        kind: fc.constant('answer' as const),
        path: fc.array(fc.tuple(choice, choice), { maxLength: 3 }),
        otherwise: fc.option(choice, { freq: 3 }),
      })
      .filter(({ path, otherwise }) => path.length > 0 || otherwise !== null),
  },
);

type Deed = typeof deed extends Arbitrary<infer Each> ? Each : never;

function opened(name: string, options: readonly (readonly [string, string])[]): State {
  const match: Match = {
    ...{ game: name, number: 101, setup: setupOf(findGame(name)!, options), swap: false, challenger: 'alice' },
    ...{ record: [], state: 'active', comment: null, opened: 0, threads: [null, null] },
    players: NAMES.map(userid => ({ kind: 'account', userid })),
  };
  const known = new Map<string, Data>([[matchKey(match), match]]);
  return createState({ games, robots: [], ...DEFINITIONS }, known, () => undefined);
}

describe.each(BOARDS)('at a board of $name', ({ name, options, cells }) => {
  const game = findGame(name)!;
  const ref = { game: name, number: 101 };
  const cell = (index: number): string => cells[index]!;

  /** At the board and in the model alike; null: the game is over. */
  function done(each: Deed, model: PreparedModel, at: (who: number) => ActorContext): Decision | null {
    const turn = model.toMove();
    if (turn === null) return null;
    const other = 1 - turn;
    if (each.kind === 'move') {
      const text = model.legal()[each.choice % model.legal().length]!;
      model.move(text);
      return playMove(at(turn), { match: ref, text, number: null });
    }
    if (each.kind === 'queue') {
      model.queue(other, cell(each.choice));
      return queueMove(at(other), { match: ref, text: cell(each.choice), number: null });
    }
    const steps = each.path.map(([to, play]) => ({ to: cell(to), play: cell(play) }));
    const otherwise = each.otherwise === null ? null : cell(each.otherwise);
    const decision = prepareAnswers(at(other), ref, { steps, otherwise });
    const isTaken = model.answer(
      other,
      steps.flatMap(({ to, play }) => [to, play]),
      otherwise,
    );
    expect(decision.ok).toBe(isTaken);
    return decision;
  }

  it('does what the slow model does', () => {
    const met = { played: 0, dropped: 0 };
    fc.assert(
      fc.property(fc.array(deed, { minLength: 4, maxLength: 60, size: 'max' }), deeds => {
        let state = opened(name, options);
        const model = preparedModel(game, setupOf(game, options));
        for (const each of deeds) {
          const at = (who: number): ActorContext => ({
            ...{ now: 1, state, actor: NAMES[who]!, comment: '', board: null, proposedAt: [] },
          });
          const decision = done(each, model, at);
          if (decision === null) break;
          if (!decision.ok) continue;
          state = playPrepared(at(0), decision.value).events.reduce(apply, state);
          const match = state.match(ref)!;
          const { plies } = matchStateOf(game, match);
          expect(plies.map(({ text }) => text)).toEqual(model.played());
          const holders = (match.prepared ?? []).map(({ by }) => by);
          expect(holders.toSorted()).toEqual(match.state === 'over' ? [] : [0, 1].filter(model.holds));
          expect(replay(game, JSON.parse(JSON.stringify(match)) as Match)).toEqual({ ok: true, value: matchStateOf(game, match) }); // prettier-ignore
        }
        met.played += model.met.played;
        met.dropped += model.met.dropped;
      }),
      { numRuns: 60, longRuns: 200, verbose: fc.VerbosityLevel.Verbose },
    );
    if (isLong) expect(Math.min(met.played, met.dropped), 'else nothing was tested').toBeGreaterThan(20);
  });
});
