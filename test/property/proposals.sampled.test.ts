// Moves, swaps, resignations, proposals and votes in any order: the match is what its record replays to, and what a slow model says that keeps whole positions.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { games, findGame } from '#games/registry/index.ts';
import type { ActorContext, Decision } from '#core/decision/decision.ts';
import { matchStateOf, replay } from '#core/board/match.ts';
import { playMove } from '#core/matches/play.ts';
import { answerProposal, propose } from '#core/matches/propose.ts';
import { resignBoard } from '#core/matches/resign.ts';
import { swapSides } from '#core/matches/swap.ts';
import { apply, type State, createState } from '#core/kernel/state.ts';
import type { Data } from '#core/kernel/data-request.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { DEFINITIONS } from '#core/features.ts';
import { setupOf } from '../conformance/game.ts';
import { modelOf, type Deed, type Model } from './proposal-model.ts';
import { isLong } from '#test/sample.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave'];

interface Board {
  readonly name: string;
  readonly options: readonly (readonly [string, string])[];
  readonly players: readonly string[];
}

const BOARDS: readonly Board[] = [
  { name: 'hex', options: [['size', '3x3']], players: ['alice', 'bob'] },
  { name: 'hex', options: [['size', '4x4']], players: ['alice', 'alice'] },
  { name: 'gonnect', options: [['size', '4']], players: ['alice', 'bob'] },
  { name: 'nexos', options: [], players: ['alice', 'bob'] },
  { name: 'nexos', options: [['players', '4']], players: NAMES },
];

const REF = (name: string): { readonly game: string; readonly number: number } => ({ game: name, number: 101 });

function opened({ name, options, players }: Board): { readonly state: State; readonly model: Model } {
  const game = findGame(name)!;
  const setup = setupOf(game, options);
  const match: Match = {
    ...{ ...REF(name), setup, swap: game.swapAfter !== null, challenger: 'alice', record: [], state: 'active' },
    players: players.map(userid => ({ kind: 'account', userid })),
    threads: players.map(() => null),
    ...{ comment: null, opened: 0 },
  };
  const accounts = players.map(userid => [`account/${userid}`, null] as const);
  const known = new Map<string, Data>([[matchKey(match), match], ...accounts]);
  return {
    state: createState({ games, robots: [], ...DEFINITIONS }, known, () => undefined),
    model: modelOf(game, setup, { players, swap: match.swap }),
  };
}

/** What somebody does; the choice picks a move among the legal ones. `who`: an index of the players, null for somebody who may. */
const deed = (...kinds: readonly Deed['kind'][]): Arbitrary<Deed> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }) },
    ),
    choice: fc.nat(),
  });

/** Giving up ends most games, and so does a draw: seldom. */
const sequences = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: deed('move') },
    { weight: 40, arbitrary: deed('accept') },
    { weight: 20, arbitrary: deed('undo') },
    { weight: 10, arbitrary: deed('draw') },
    { weight: 5, arbitrary: deed('swap', 'reject') },
    { weight: 1, arbitrary: deed('resign') },
  ),
  { minLength: 10, maxLength: 80, size: 'max' },
);

interface Done {
  readonly kind: Deed['kind'];
  readonly actor: string;
  readonly text: string;
}

function decide(state: State, name: string, { kind, actor, text }: Done): Decision {
  const at: ActorContext = { now: 1, state, actor, comment: '', board: null, proposedAt: [] };
  const ref = REF(name);
  switch (kind) {
    case 'move':
      return playMove(at, { match: ref, text, number: null });
    case 'swap':
      return swapSides(at, ref);
    case 'resign':
      return resignBoard(at, ref);
    case 'undo':
    case 'draw':
      return propose(at, ref, kind);
    case 'accept':
    case 'reject':
      return answerProposal(at, ref, { accepts: kind === 'accept', what: null });
  }
}

/** What of a match the model knows. */
function shown(state: State, name: string): object {
  const match = state.match(REF(name))!;
  const game = findGame(name)!;
  const { position, plies, holders, swapped, retired, takeBacks, proposal, outcome } = matchStateOf(game, match);
  return {
    state: match.state,
    position: game.encode(position),
    plies: plies.map(ply => `${match.players[ply.player]?.kind === 'account' ? ply.player : '?'} ${ply.text}`),
    holders,
    swapped: swapped === null ? null : swapped.by,
    retired,
    takeBacks: takeBacks.map(({ plies: back, after }) => [after, back.map(({ text }) => text)]),
    proposal: proposal === null ? null : [proposal.what, proposal.by, [...proposal.accepted].sort()],
    outcome: outcome === null ? null : [outcome.ranks, outcome.reason],
  };
}

describe.each(BOARDS)('at a board of $name for $players', board => {
  it('does what the slow model does, and what its record says', () => {
    /** How often it came to something. */
    const met = { takeBacks: 0, draws: 0 };
    fc.assert(
      fc.property(sequences, sequence => {
        const { state: start, model } = opened(board);
        const game = findGame(board.name)!;
        let state = start;
        let records = 0;
        for (const deed of sequence) {
          const who = deed.who === null ? model.likely(deed.kind) : deed.who % board.players.length;
          const text = model.textOf(deed.choice);
          const decision = decide(state, board.name, { kind: deed.kind, actor: board.players[who]!, text });
          const before = shown(state, board.name);
          expect(decision.ok, `${deed.kind} of player ${who}`).toBe(model.act(who, deed.kind, text));
          if (!decision.ok) {
            expect(model.shown()).toEqual(before);
            continue;
          }
          state = decision.value.events.reduce(apply, state);
          const match = state.match(REF(board.name))!;
          if (match.state === 'removed') return;
          const { takeBacks, outcome } = matchStateOf(game, match);
          if (takeBacks.length > 0) met.takeBacks += 1;
          if (outcome?.reason === 'agreed') met.draws += 1;
          expect(shown(state, board.name)).toEqual(model.shown());
          // Facts are added, none is taken out.
          expect(match.record.length).toBe((records += 1));
          const lookBacks = model.positions().map((_, ply) => matchStateOf(game, match, ply + 1).position);
          expect(lookBacks.map(position => game.encode(position))).toEqual(model.positions());
          const copy = JSON.parse(JSON.stringify(match)) as Match;
          const replayed = replay(game, copy);
          expect(replayed).toEqual({ ok: true, value: matchStateOf(game, match) });
        }
      }),
      {
        ...(board.name === 'nexos' ? { numRuns: 8, longRuns: 40 } : { numRuns: 40, longRuns: 150 }),
        verbose: fc.VerbosityLevel.Verbose,
      },
    );
    if (isLong) expect(Math.min(met.takeBacks, met.draws), 'else nothing was tested').toBeGreaterThan(0);
  });
});
