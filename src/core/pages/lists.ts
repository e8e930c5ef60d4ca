// Boards in lists of pages: who plays, how it stands, when something last happened.
import type { Phrase } from '#games/kit/refusal.ts';
import { rowOf } from '../matches/list.ts';
import type { Table } from '../matches/match.ts';
import { tell } from '../messages/compose-context.ts';
import { nameTold } from '../messages/text.ts';
import { type DocumentKey, matchRefOf, type MatchRef } from '../state/documents.ts';
import type { ListName } from '../state/lists.ts';
import { limits } from '../limits.ts';
import { dayOf, type Instant } from '../time.ts';
import { boardsOnWeb } from './on-web.ts';
import { boardPath, type PageContext } from './page-context.ts';

export interface BoardRow {
  readonly title: string;
  readonly number: number;
  readonly path: string;
  readonly players: readonly string[];
  readonly moves: number;
  readonly status: string;
  /** When something last happened to the board. */
  readonly at: Instant;
  /** Its day, `2026-12-01`. */
  readonly day: string;
}

const lastOf = ({ match }: Table): Instant => match.record.at(-1)?.at ?? match.begun ?? match.opened;

function rowShown(context: PageContext, table: Table): BoardRow {
  const { match, moves, players, status } = rowOf(table);
  const told = (phrase: Phrase): string => tell(context, phrase);
  const at = lastOf(table);
  return {
    ...{ title: table.game.title, number: match.number, path: boardPath(match.game, match.number) },
    ...{ players: players.map(name => nameTold(told, name)), moves, status: told(status), at, day: dayOf(at) },
  };
}

/** The boards of these lists that were opened last, of each so many; those where something happened last before the others. */
export function newestBoards(context: PageContext, lists: readonly ListName[]): readonly BoardRow[] {
  const most = limits.boardsOnPage;
  const requests = lists.map(list => ({ kind: 'newest', list, before: null, most }) as const);
  context.state.want(requests);
  const keys = requests.flatMap(({ list, before }) => context.state.newest(list, before, most));
  return boardsOnWeb(context.state, keys)
    .map(table => rowShown(context, table))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most);
}

/** A page of a list, and the board before which the next one begins; null: this was the last. */
export function pageOfBoards(
  context: PageContext,
  list: ListName,
  before: DocumentKey | null,
): { readonly rows: readonly BoardRow[]; readonly next: MatchRef | null } {
  const keys = context.state.newest(list, before, limits.boardsOnPage + 1);
  const shown = keys.slice(0, limits.boardsOnPage);
  const last = shown.at(-1);
  return {
    rows: boardsOnWeb(context.state, shown).map(table => rowShown(context, table)),
    next: keys.length > shown.length && last !== undefined ? matchRefOf(last) : null,
  };
}
