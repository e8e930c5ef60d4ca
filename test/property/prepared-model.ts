// A second, slow model of prepared moves: for each player a table from moves to the next move.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';

interface Plan {
  /** `b2/c3/` → what answers c3 behind b2 answered; `…else` → what answers anything. */
  readonly table: Map<string, string>;
  seen: string[];
}

const aboveOf = (texts: readonly string[]): string => texts.map(text => `${text}/`).join('');

/** What a plan says now; null: nothing has come that it could speak of. */
function nextOf({ table, seen }: Plan): { readonly play: string | null; readonly isForeseen: boolean } | null {
  const foreseen = seen.length === 0 ? undefined : table.get(aboveOf(seen));
  if (foreseen !== undefined) return { play: foreseen, isForeseen: true };
  const any = table.get(`${aboveOf(seen.slice(0, -1))}else`);
  if (any === undefined && seen.length === 0) return null;
  return { play: any ?? null, isForeseen: false };
}

/** Does a plan say anything of what may come behind all this? */
function hasMore({ table, seen }: Plan): boolean {
  const above = aboveOf(seen);
  return [...table.keys()].some(key => key.startsWith(above) && key !== above);
}

/** Adds a path to a table: another answer to a move takes everything with it that hung on the first. */
export function learn(
  table: Map<string, string>,
  start: string,
  { path, otherwise }: { readonly path: readonly string[]; readonly otherwise: string | null },
): void {
  let above = start;
  let place = start;
  for (let index = 0; index < path.length; index += 2) {
    const key = `${above}${path[index]!}/`;
    const play = path[index + 1]!;
    if (table.get(key) !== play) for (const known of keysBelow(table, key)) table.delete(known);
    table.set(key, play);
    [place, above] = [above, `${key}${play}/`];
  }
  if (otherwise !== null) table.set(`${place}else`, otherwise);
}

const keysBelow = (table: ReadonlyMap<string, string>, key: string): readonly string[] =>
  [...table.keys()].filter(known => known.startsWith(key));

export interface PreparedModel {
  readonly toMove: () => number | null;
  readonly legal: () => readonly string[];
  /** Plays it and whatever both had prepared for it. */
  readonly move: (text: string) => void;
  readonly queue: (who: number, text: string) => void;
  /** `if to then play`, one line of it; false: the rules forbid it. */
  readonly answer: (who: number, path: readonly string[], otherwise: string | null) => boolean;
  readonly played: () => readonly string[];
  /** How often something prepared was played, and dropped. */
  readonly met: { played: number; dropped: number };
  /** Has this player anything left? */
  readonly holds: (who: number) => boolean;
}

export function preparedModel(game: AnyGame, setup: Setup): PreparedModel {
  let position: Opaque = game.start(setup);
  const texts: string[] = [];
  const plans: (Plan | null)[] = [null, null];
  const met = { played: 0, dropped: 0 };
  const colours = game.seats(setup).map(({ colours: each }) => each);
  const holderAt = (at: Opaque): number | null => {
    const colour = game.toMove(at);
    return colour === null ? null : colours.findIndex(each => each.includes(colour));
  };
  const after = (at: Opaque, text: string): Opaque | null => {
    const move = game.toMove(at) === null ? null : game.parse(at, text);
    return move?.ok === true ? game.play(at, move.value) : null;
  };
  const put = (text: string): boolean => {
    const next = after(position, text);
    if (next === null) return false;
    position = next;
    texts.push(text);
    for (const plan of plans) plan?.seen.push(text);
    return true;
  };
  /** One thing that was prepared is played or dropped; false: there is nothing. */
  const settle = (): boolean => {
    const who = holderAt(position);
    const plan = who === null ? null : plans[who]!;
    const next = plan === null ? null : nextOf(plan);
    if (who === null || plan === null || next === null) return false;
    const isPlayed = next.play !== null && put(next.play);
    met[isPlayed ? 'played' : 'dropped'] += 1;
    if (!isPlayed || !next.isForeseen || !hasMore(plan)) plans[who] = null;
    return true;
  };
  return {
    met,
    toMove: () => holderAt(position),
    legal: () => [...game.moves(position)].map(move => game.format(position, move)),
    move: text => {
      put(text);
      while (settle());
    },
    queue: (who, text) => {
      plans[who] = { table: new Map([['else', text]]), seen: [] };
    },
    answer: (who, path, otherwise) => {
      const turn = holderAt(position);
      let at: Opaque | null = position;
      for (const [index, text] of path.entries()) {
        if (at === null || (holderAt(at) === who) !== (index % 2 === 1)) return false;
        at = after(at, text);
      }
      if (at === null || turn === who) return false;
      const plan = (plans[who] ??= { table: new Map<string, string>(), seen: [] });
      learn(plan.table, aboveOf(plan.seen), { path, otherwise });
      return true;
    },
    played: () => texts,
    holds: who => plans[who] !== null,
  };
}
