// Moves, swaps, proposals and votes in any order, compared with the replay and with a slow model.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import type { ActorContext, Decision } from '#core/players/decision.ts';
import { matchStateOf, replay } from '#core/board/match.ts';
import { playMove, swapSides } from '#core/board/acts/play.ts';
import { answerProposal, propose } from '#core/board/acts/propose.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import { type State, apply, createState } from '#core/kernel/state.ts';
import { type Data, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { DEFINITIONS } from '#core/features.ts';
import { setupOf } from '../conformance/game.ts';
import { isLong } from '#test/sample.ts';

interface Deed {
  readonly kind: 'move' | 'swap' | 'resign' | 'undo' | 'draw' | 'accept' | 'reject';
  readonly who: number | null;
  readonly choice: number;
}

/** A whole board, and what led to it. */
interface Snapshot {
  readonly position: Opaque;
  readonly holders: readonly number[];
  readonly retired: readonly number[];
  readonly how: 'start' | 'swap' | 'retire' | { readonly text: string; readonly player: number };
}

/** A second, slow model of a match: a list of whole boards, of which an undo takes the last ones away. */
interface Model {
  /** The index of a player who may do this, or of any player if none may. */
  readonly likely: (kind: Deed['kind']) => number;
  /** One of the legal moves. */
  readonly textOf: (choice: number) => string;
  /** Does it, if that is allowed; false: it is not. */
  readonly act: (who: number, kind: Deed['kind'], text: string) => boolean;
  readonly shown: () => object;
  /** The board as it was after each move that stands. */
  readonly positions: () => readonly string[];
}

function modelOf(
  game: AnyGame,
  setup: Setup,
  { players, swap }: { readonly players: readonly string[]; readonly swap: boolean },
): Model {
  let boards: Snapshot[] = [
    { position: game.start(setup), holders: players.map((_, index) => index), retired: [], how: 'start' },
  ];
  const takeBacks: [number, string[]][] = [];
  let open: { what: 'undo' | 'draw'; by: string; yes: Set<string> } | null = null;
  let asked = new Set<string>();
  let draw: number[] | null = null;
  let swapper: number | null = null;

  const now = (): Snapshot => boards.at(-1)!;
  const moves = (): { text: string; player: number }[] =>
    boards.flatMap(({ how }) => (typeof how === 'object' ? [how] : []));
  const isOver = (): boolean => draw !== null || game.toMove(now().position) === null;
  const seatToMove = (): number => {
    const colour = game.toMove(now().position);
    return game.seats(setup).findIndex(seat => seat.colours.some(each => each === colour));
  };
  const toMove = (): number => (isOver() ? 0 : now().holders[seatToMove()]!);
  /** People by name: one may have several seats. */
  const playing = (): Set<string> =>
    new Set(now().holders.flatMap((player, seat) => (now().retired.includes(seat) ? [] : [players[player]!])));
  const first = (name: string): number => players.indexOf(name);

  const push = (board: Snapshot): true => {
    boards.push(board);
    open = null;
    asked = new Set();
    return true;
  };

  /** The board before the last move of this person's; null: none can be gone back to. */
  const goal = (name: string): number | null => {
    const last = boards.findLastIndex(({ how }) => typeof how === 'object' && players[how.player] === name);
    const since = boards.slice(last + 1);
    if (last === -1 || since.some(({ how }) => how === 'swap' || how === 'retire')) return null;
    return players.length > 2 && since.length > 0 ? null : last;
  };

  const settle = (): true => {
    if (open === null || ![...playing()].every(name => open!.yes.has(name))) return true;
    if (open.what === 'draw') {
      const gone = now().retired;
      draw = players.map((_, seat) => (gone.includes(seat) ? 1 + players.length - gone.length : 1));
    } else {
      const place = goal(open.by)!;
      const back = boards.slice(place).map(({ how }) => (typeof how === 'object' ? how.text : ''));
      boards = boards.slice(0, place);
      takeBacks.push([moves().length, back]);
      asked = new Set();
    }
    open = null;
    return true;
  };

  const resign = (name: string): boolean => {
    const { position, holders, retired } = now();
    const own = holders.flatMap((player, at) => (players[player] === name && !retired.includes(at) ? [at] : []));
    if (own.length === 0) return false;
    const seat = own.includes(seatToMove()) ? seatToMove() : own[0]!;
    // Before one's first move the board is removed: the test ends there.
    return push({ position: game.retire(position, seat), holders, retired: [...retired, seat], how: 'retire' });
  };

  const move = (name: string, text: string): boolean => {
    const { position, holders, retired } = now();
    const read = game.parse(position, text);
    if (players[toMove()] !== name || !read.ok) return false;
    return push({ position: game.play(position, read.value), holders, retired, how: { text, player: toMove() } });
  };

  const swapSeats = (name: string): boolean => {
    const { position, holders, retired } = now();
    const isNow = swap && swapper === null && moves().length === game.swapAfter;
    if (!isNow || players[toMove()] !== name) return false;
    swapper = toMove();
    return push({ position, holders: [...holders].reverse(), retired, how: 'swap' });
  };

  const propose = (name: string, what: 'undo' | 'draw'): boolean => {
    if (!playing().has(name) || open !== null || asked.has(name)) return false;
    if (what === 'undo' && goal(name) === null) return false;
    asked.add(name);
    open = { what, by: name, yes: new Set([name]) };
    return settle();
  };

  const vote = (name: string, isYes: boolean): boolean => {
    if (!playing().has(name) || open === null || (isYes && open.yes.has(name))) return false;
    if (!isYes) {
      open = null;
      return true;
    }
    open.yes.add(name);
    return settle();
  };

  const DEEDS: Readonly<Record<Deed['kind'], (name: string, text: string) => boolean>> = {
    move,
    resign,
    swap: swapSeats,
    undo: name => propose(name, 'undo'),
    draw: name => propose(name, 'draw'),
    accept: name => vote(name, true),
    reject: name => vote(name, false),
  };
  const act = (who: number, kind: Deed['kind'], text: string): boolean => !isOver() && DEEDS[kind](players[who]!, text);

  const outcome = (): unknown => {
    if (draw !== null) return [draw, 'agreed'];
    const ended = game.outcome(now().position);
    return ended === null ? null : [ended.ranks, ended.reason];
  };

  return {
    likely: kind => {
      if (kind === 'undo') return moves().at(-1)?.player ?? 0;
      if (kind === 'accept' || kind === 'reject')
        return Math.max(0, first([...playing()].find(name => open?.yes.has(name) === false) ?? ''));
      return toMove();
    },
    act,
    positions: () => boards.filter(({ how }) => typeof how === 'object').map(({ position }) => game.encode(position)),
    textOf: choice => {
      if (isOver()) return 'a1';
      const all: string[] = [];
      for (const move of game.moves(now().position)) {
        all.push(game.format(now().position, move));
        if (all.length > choice % 40) break;
      }
      return all.at(-1) ?? 'a1';
    },
    shown: () => ({
      state: isOver() ? 'over' : 'active',
      position: game.encode(now().position),
      plies: moves().map(({ text, player }) => `${player} ${text}`),
      holders: now().holders,
      swapped: swapper,
      retired: now().retired,
      takeBacks,
      proposal: open === null ? null : [open.what, first(open.by), [...open.yes].map(first).sort()],
      outcome: outcome(),
    }),
  };
}

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
