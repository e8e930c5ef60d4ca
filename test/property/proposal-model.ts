// A second, slow model of a match: a list of whole boards, of which an undo takes the last ones away.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';

export interface Deed {
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

export interface Model {
  /** The index of a player who may do this; any, where nobody may. */
  readonly likely: (kind: Deed['kind']) => number;
  /** One of the legal moves. */
  readonly textOf: (choice: number) => string;
  /** Does it, if that is allowed; false: it is not. */
  readonly act: (who: number, kind: Deed['kind'], text: string) => boolean;
  readonly shown: () => object;
  /** The board as it was after each move that stands. */
  readonly positions: () => readonly string[];
}

export function modelOf(
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
