// What decided a game: only proofs are called proved, and swaps and resignations are judged right.
import { describe, expect, it } from 'vitest';
import { must } from '#games/kit/assert.ts';
import type { LoadedMatch } from '#core/board/match.ts';
import { type Evaluations, chanceOf, estimateCourse, traceCourse } from '#core/features/teaching/course.ts';
import { planReview } from '#core/features/teaching/review.ts';
import { tellHint } from '#core/features/teaching/tell-hint.ts';
import { tellEnd } from '#core/features/teaching/complete.ts';
import { type TurningPoint, findTurningPoint, listMistakes } from '#core/features/teaching/mistakes.ts';
import fc from '#test/fast-check.ts';
import { type Evaluate, createSolver, gameNamed, review, tableOf, valuesOf } from './course.ts';

function judge(table: LoadedMatch, evaluations: Evaluations): TurningPoint | null {
  const course = must(traceCourse(table) ?? undefined, 'a game of two');
  return findTurningPoint(course, estimateCourse(course, evaluations), evaluations);
}

const turningPointOf = (table: LoadedMatch, evaluate: Evaluate): TurningPoint | null =>
  judge(table, review(table, evaluate));

const hex = gameNamed('hex');
const solveHex = createSolver(hex);

describe('a game that was given up too early', () => {
  const told = (acts: readonly string[], evaluate: Evaluate, reader: number): string | undefined => {
    const table = tableOf('hex', '3', acts);
    return tellEnd(table, review(table, evaluate), reader)?.told[0]?.code;
  };

  it.each([
    [['b2', 'a1', 'resign 0'], 'early-move-proved'],
    // At the turn of the other side there is no better move to name.
    [['b2', 'a1', 'b3', 'resign 0'], 'early-resigned-proved'],
    [['b2', 'a1', 'b3', 'time 0'], 'early-time-proved'],
    [['b2', 'a1', 'time 0'], 'early-time-proved'],
  ])('%j is told as a proof', (acts, code) => {
    expect(told(acts, solveHex, 0)).toBe(`${code}-yours`);
    expect(told(acts, solveHex, 1)).toBe(code);
  });

  it.each([
    [['b2', 'a1', 'resign 0'], 'early-resigned-opinion'],
    [['b2', 'a1', 'time 0'], 'early-time-opinion'],
  ])('%j is told as an opinion where the search did not see to the end', (acts, code) => {
    const values = valuesOf({ '0': [0.6, 'b2'], '1': [0.4, 'a1'], '2': [0.7, 'b3'] });
    expect(told(acts, values, 0)).toBe(`${code}-yours`);
    expect(told(acts, values, 1)).toBe(code);
  });
});

describe('a hint', () => {
  it('claims nothing but fairness where the other side may swap', () => {
    const evaluation = { move: 'a1', value: 0.5, isProven: false };
    const told = (swap: boolean, acts: readonly string[]): readonly string[] => {
      const table = tableOf('hex', '3', acts, swap);
      const evaluations = review(table, position => (acts.length === 0 ? evaluation : solveHex(position)), 'hint');
      return tellHint(table, evaluations)?.told.map(({ code }) => code) ?? [];
    };
    expect(told(true, [])).toEqual(['hint-move', 'hint-fair']);
    expect(told(false, [])).toContain('hint-chance');
    expect(told(true, ['a1', 'swap'])).toContain('hint-proved');
  });
});

describe('a hint before its game may be swapped', () => {
  it('tells no chances, since the side may be taken', () => {
    const table = tableOf('gomoku', '9', [], true);
    const evaluations = new Map([['0', { move: 'e5', value: 0.9, isProven: false }]]);
    expect(planReview({ purpose: 'hint' }, table)(evaluations)).toBeNull();
    expect(tellHint(table, evaluations)?.told.map(({ code }) => code)).toEqual(['hint-move', 'hint-swap-ahead']);
  });
});

describe('a hint near a draw', () => {
  const told = (acts: readonly string[], move: string, isProven: boolean) => {
    const table = tableOf('gomoku', '5', acts);
    const evaluations = new Map([[`${acts.length}`, { move, value: 0.5, isProven }]]);
    return tellHint(table, evaluations)?.told.map(({ code }) => code);
  };
  // Every other row begins with the other colour, two stones at a time.
  const full = 'a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 a3 c3 b3 d3 e3 a4 c4 b4 d4 e4 a5 c5 b5 d5'.split(' ');

  it('says so if the move ends the game', () => {
    expect(told(full, 'e5', true)).toEqual(['hint-move', 'hint-draws']);
  });

  it('is certain only with a proof', () => {
    expect(told(full.slice(0, -2), 'b5', true)).toContain('hint-drawn');
    expect(told(full.slice(0, -2), 'b5', false)).toContain('hint-chance');
  });
});

describe('the turning point', () => {
  it('is the last win that was thrown away, with a move that wins', () => {
    // Black wins with a3 or b2 at first, and loses after a1, since White has b2.
    const table = tableOf('hex', '3x3', ['a1', 'b2', 'a2', 'b1', 'a3', 'b3']);
    expect(table.matchState.outcome?.ranks).toEqual([2, 1]);
    expect(turningPointOf(table, solveHex)).toMatchObject({
      kind: 'mistake',
      mistake: { act: 0, player: 0, better: 'a3', before: 1, after: 0, isProved: true },
    });
  });

  describe('after a proved mistake', () => {
    const acts = ['a1', 'a3', 'c1', 'b3', 'resign 0'];
    const tellWith = (later: number) => {
      const table = tableOf('hex', '3x3', acts);
      const values = valuesOf({
        ...{
          '0': [1, 'b2', true],
          '0 b2': [0, 'a1', true],
          '1': [1, 'b2', true],
          '2': [later, 'b2'],
          '2 b2': [1 - later, 'c2'],
        },
        ...{ '3': [1, 'b2', true], '4': [0, 'c2', true] },
      });
      return [turningPointOf(table, values), tellEnd(table, review(table, values), 0)?.told[0]?.code];
    };

    it('offers its player to play on from before it, and nobody else', () => {
      const table = tableOf('hex', '3x3', acts);
      const evaluate = valuesOf({
        '2': [0.92, 'b2'],
        '2 b2': [0.08, 'c2'],
        '3': [1, 'b2', true],
        '4': [0, 'c2', true],
      });
      const linesOf = (reader: number): readonly unknown[] =>
        tellEnd(table, review(table, evaluate), reader)?.told.flatMap(({ code, parts }) =>
          code === 'review-retry' ? [parts['line']] : [],
        ) ?? [];
      expect(linesOf(0)).toEqual([expect.stringMatching(/^hex challenge -from=\d+#2 me \S+$/)]);
      expect(linesOf(1)).toEqual([]);
      expect(linesOf(-1)).toEqual([]);
    });

    it('is a later mistake if the other side gave the win back', () => {
      const mistake = { act: 2, better: 'b2', before: 0.92, isProved: false };
      expect(tellWith(0.92)).toMatchObject([{ kind: 'mistake', mistake }, 'turning-opinion-yours']);
    });

    it('is told as a win given away if the other side may have given it back', () => {
      const mistake = { act: 0, better: 'b2', isProved: true };
      expect(tellWith(0.3)).toMatchObject([{ mistake, isSettled: false }, 'mistake-proved-yours']);
    });
  });

  it('is an opinion where the search did not see to the end', () => {
    const table = tableOf('hex', '3x3', ['a1', 'a3', 'c1', 'resign 0']);
    const values = valuesOf({
      '0': [0.6, 'b2'],
      '1': [0.5, 'a3'],
      '2': [0.7, 'b2'],
      '3': [0.8, 'b2'],
      '2 b2': [0.3, 'a2'],
    });
    expect(turningPointOf(table, values)).toMatchObject({
      kind: 'mistake',
      mistake: { act: 2, player: 0, better: 'b2', isProved: false },
    });
  });

  it('is none where the better move turns out to be no better', () => {
    const table = tableOf('hex', '3x3', ['a1', 'a3', 'c1', 'resign 0']);
    const values = { '0': [0.6, 'b2'], '1': [0.5, 'a3'], '2': [0.7, 'b2'], '3': [0.8, 'b2'] } as const;
    const found = turningPointOf(table, valuesOf({ ...values, '2 b2': [0.8, 'a2'], '0 b2': [0.5, 'a2'] }));
    expect(found).toMatchObject({ kind: 'none', player: 0, wasBehind: false });
  });

  it('is no claim of a proof where only one of the values is exact', () => {
    const table = tableOf('hex', '3x3', ['a1', 'a3', 'c1', 'resign 0']);
    const values = { '2': [1, 'b2', true], '3': [0.9, 'b2'], '2 b2': [0, 'a2', true] } as const;
    expect(turningPointOf(table, valuesOf(values))).toMatchObject({ mistake: { act: 2, isProved: false } });
    const unsure = { ...values, '3': [1, 'b2', true], '2 b2': [0.1, 'a2'] } as const;
    expect(turningPointOf(table, valuesOf(unsure))).toMatchObject({ mistake: { act: 2, isProved: false } });
  });

  it('tells that the loser was behind all along', () => {
    const table = tableOf('hex', '3x3', ['b2', 'a1', 'a2', 'resign 1']);
    const values = valuesOf({ '0': [0.9, 'b2'], '1': [0.1, 'a1'], '2': [0.95, 'a2'], '3': [0.05, 'a3'] });
    expect(turningPointOf(table, values)).toEqual({ kind: 'none', player: 1, wasBehind: true });
  });

  it('is a resignation in a position that was not lost', () => {
    const table = tableOf('hex', '3x3', ['b2', 'a1', 'resign 0']);
    expect(turningPointOf(table, solveHex)).toMatchObject({
      kind: 'early',
      player: 0,
      why: 'resigned',
      isProved: true,
    });
    const late = tableOf('hex', '3x3', ['b2', 'a1', 'a2', 'time 1']);
    const values = valuesOf({ '0': [0.5, 'b2'], '1': [0.5, 'a1'], '2': [0.5, 'a2'], '3': [0.6, 'a3'] });
    expect(turningPointOf(late, values)).toMatchObject({
      kind: 'early',
      player: 1,
      why: 'out-of-time',
      isProved: false,
    });
  });

  it('is unknown where nothing is known of the position in which the loser gave up', () => {
    const table = tableOf('hex', '3x3', ['b2', 'a1', 'resign 0']);
    const values = valuesOf({ '0': [0.8, 'b2'], '1': [0.2, 'a1'] });
    expect(turningPointOf(table, values)).toBeNull();
  });

  it('is unknown after a draw, in a running game, and where the engine knows nothing', () => {
    const unknown: Evaluate = () => ({ move: 'b2', value: null, isProven: false });
    expect(turningPointOf(tableOf('hex', '3x3', ['b2', 'a1', 'resign 0']), unknown)).toBeNull();
    expect(turningPointOf(tableOf('hex', '3x3', ['b2', 'a1']), solveHex)).toBeNull();
  });
});

describe('a swap', () => {
  it('that was missed is the mistake, since the first move wins', () => {
    // alice opens in the centre. bob could take her side, and plays on.
    const table = tableOf('hex', '3x3', ['b2', 'a1', 'resign 1'], true);
    expect(turningPointOf(table, solveHex)).toMatchObject({
      kind: 'mistake',
      mistake: { act: 1, player: 1, better: 'swap', isProved: true },
    });
  });

  it('that takes the lost side is the mistake', () => {
    // The corner loses for alice. bob takes it over, alice now plays White and answers in the centre.
    const table = tableOf('hex', '3x3', ['a1', 'swap', 'b2', 'resign 0'], true);
    expect(turningPointOf(table, solveHex)).toMatchObject({
      kind: 'mistake',
      mistake: { act: 1, player: 1, better: 'b2', isProved: true },
    });
  });

  it('exchanges whose chances a position shows, and no claim is made before it', () => {
    const table = tableOf('hex', '3x3', ['b2', 'swap', 'a1'], true);
    const course = must(traceCourse(table) ?? undefined, 'a game of two');
    const estimates = estimateCourse(course, review(table, solveHex));
    expect(estimates.map(each => each?.chance)).toEqual([undefined, 0, 0, 0]);
    expect(course.acts.map(({ player }) => player)).toEqual([0, 1, 0]);
    expect(course.positions.map(({ mover }) => mover)).toEqual([0, 1, 0, 1]);
  });
});

describe('mistakes', () => {
  const playout = (choices: readonly number[]): readonly string[] => {
    const setup = hex.setup([['size', '3x3']]);
    let position = hex.start(must(setup.ok ? setup.value : undefined, 'a setup'));
    const moves: string[] = [];
    for (const choice of choices) {
      const legal = [...hex.moves(position)];
      const move = legal[choice % Math.max(1, legal.length)];
      if (move === undefined) break;
      moves.push(hex.format(position, move));
      position = hex.play(position, move);
    }
    return moves;
  };
  const choices = fc.array(fc.nat(8), { minLength: 2, maxLength: 9 });

  it('that are proved are exactly the wins that were thrown away', () => {
    fc.assert(
      fc.property(choices, fc.boolean(), (drawn, swap) => {
        const moves = playout(drawn);
        const acts = swap ? [moves[0] ?? 'b2', 'swap', ...moves.slice(1)] : moves;
        const table = tableOf('hex', '3x3', acts, swap);
        const evaluations = review(table, solveHex, 'analysis');
        const course = must(traceCourse(table) ?? undefined, 'a game of two');
        const estimates = estimateCourse(course, evaluations);
        const thrownAway = course.acts.flatMap(({ player }, at) => {
          const [before, after] = [estimates[at], estimates[at + 1]];
          const isSo = chanceOf(player, before?.chance ?? 0.5) === 1 && chanceOf(player, after?.chance ?? 0.5) === 0;
          return isSo ? [at] : [];
        });
        const mistakes = listMistakes(course, estimates, evaluations);
        expect(mistakes.map(({ act }) => act)).toEqual(thrownAway);
        expect(mistakes.every(({ isProved, check }) => isProved || check !== null)).toBe(true);
      }),
    );
  });

  it('of the loser alone are turning points, and exact values always name one', () => {
    fc.assert(
      fc.property(choices, drawn => {
        const table = tableOf('hex', '3x3', playout(drawn));
        const { outcome } = table.matchState;
        const found = turningPointOf(table, solveHex);
        const loser = outcome?.ranks.indexOf(2) ?? -1;
        if (found === null) expect(outcome).toBeNull();
        // Black wins from the start, so White loses without a mistake where Black made none.
        else if (found.kind === 'none') expect([found.player, loser]).toEqual([1, 1]);
        else expect(found).toMatchObject({ kind: 'mistake', mistake: { player: loser, isProved: true } });
      }),
    );
  });

  it('are none where values differ by who is to move alone', () => {
    // The engine thinks at each position that its player to move is well ahead.
    const table = tableOf('hex', '3x3', ['a1', 'b3', 'c1', 'a3', 'c2', 'b1']);
    const optimistic: Evaluate = (_, { tail }) => ({
      move: 'b2',
      value: tail.length === 0 ? 0.75 : 0.74,
      isProven: false,
    });
    const evaluations = review(table, optimistic, 'analysis');
    const course = must(traceCourse(table) ?? undefined, 'a game of two');
    const estimates = estimateCourse(course, evaluations);
    expect(estimates.map(each => each?.chance)).toEqual(estimates.map(() => 0.5));
    expect(listMistakes(course, estimates, evaluations)).toEqual([]);
  });
});

it('replays the game once for all searches of a review', () => {
  const table = tableOf('hex', '9', [
    'a1',
    'b1',
    'c1',
    'd1',
    'e1',
    'f1',
    'g1',
    'h1',
    'i1',
    'a2',
    'b2',
    'c2',
    'resign 0',
  ]);
  let played = 0;
  const play: LoadedMatch['game']['play'] = (position, move) => {
    played += 1;
    return table.game.play(position, move);
  };
  const evaluate: Evaluate = () => ({ move: 'e5', value: 0.5, isProven: false });
  const searched = review({ ...table, game: { ...table.game, play } }, evaluate, 'analysis');
  expect(searched.size).toBe(13);
  // The helper plays the moves before each search.
  const before = [...searched.keys()].reduce((sum, id) => sum + Number(id), 0);
  expect(played - before).toBe(12);
});
