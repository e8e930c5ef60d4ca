// Shows boards: one position, the boards of a player, or a record for other programs.
import type { MatchRef } from '../kernel/documents.ts';
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { findUnknownUserids } from '../players/userid.ts';
import { limits } from '../kernel/limits.ts';
import { loadMatch } from './require-match.ts';
import { refused } from '../kernel/refusal.ts';
import { findBoards, type BoardQuery } from './list.ts';

export interface BoardAtPly {
  readonly match: MatchRef;
  readonly ply: number | null;
}

/** `as`: the boards go to this player, as their own mails show them. null: they go to the sender. */
export function showBoards(context: CommandContext, shown: readonly BoardAtPly[], as: string | null = null): Decision {
  const notifications: Notification[] = [];
  for (const { match, ply } of shown.slice(0, limits.boardsShown)) {
    const table = loadMatch(context.state, match);
    if (!table.ok) return table;
    const last = table.value.matchState.plies.length;
    const wantedPly = ply !== null && ply < 0 ? last + ply : ply;
    if (wantedPly !== null && (wantedPly < 0 || wantedPly > last))
      return deny(refused('ply-none', { ply: ply ?? 0, last }), match);
    notifications.push({ kind: 'board-shown', match, ply: wantedPly, as });
  }
  return allow([], notifications);
}

/** `game`: null for all of them. */
export function showUser(
  context: CommandContext,
  { game, users, selector }: BoardQuery,
  as: string | null = null,
): Decision {
  const [unknown] = findUnknownUserids(
    context.state,
    users.map(userid => userid.toLowerCase()),
  );
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  const { count: found, tables } = findBoards(context, { game, users, selector }, limits.boardsShown);
  if (found > limits.boardsShown) return deny(refused('boards-too-many', { found, most: limits.boardsShown }));
  if (tables.length === 0) {
    return allow([], [{ kind: 'done', done: { code: 'no-boards', parts: { userid: users.join(', ') } } }]);
  }
  return allow(
    [],
    tables.map(({ match }): Notification => ({
      kind: 'board-shown',
      match: { game: match.game, number: match.number },
      ply: null,
      as,
    })),
  );
}

export function sendRecord(context: CommandContext, match: MatchRef): Decision {
  const table = loadMatch(context.state, match);
  if (!table.ok) return table;
  const to = { kind: 'address', address: context.sender.address } as const;
  return allow([], [{ kind: 'message', message: { kind: 'record', to, match } }]);
}
