// Updates seeks after a change of a board or an account.
// A standing offer looks for its next game, and ends if its owner forfeits. If a player leaves, all their seeks end.
import { hasLeft } from '#core/players/ban.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import { requireGame, matchStateOf, playerName } from '#core/board/match.ts';
import type { Message } from '#core/decision/message.ts';
import type { Account } from '#core/players/account.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import type { Seek } from './seek.ts';
import { apply, type State } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/event.ts';
import { openSeeks } from './seekers.ts';

/** The state with its seeks updated after all changes since `before`, and the messages about them. */
export function updateSeeks(before: State, after: State, now: Instant): Consequence {
  let state = after;
  const messages: Message[] = [];
  for (const account of after.changed('account')) state = accountLeft(state, before, account).reduce(apply, state);
  for (const match of after.changed('match')) {
    state = boardEnded(state, before, match, now).reduce(apply, state);
    for (const userid of forfeitedAt(before, state, match)) {
      const standing = openSeeks(state, `seeks/player/${userid}`).filter(({ boards }) => boards !== null);
      state = standing.map(ended).reduce(apply, state);
      const why = { code: 'seek-forfeited', parts: {} };
      if (standing.length > 0)
        messages.push({ kind: 'seek-ended', to: { kind: 'account', userid }, seeks: standing, why });
    }
  }
  return { messages, state };
}

const ended = ({ number }: Seek): Event => ({ kind: 'seek-ended', number });

const isOver = (match: Match | null): boolean => match?.state === 'over' || match?.state === 'removed';

/** A board that is over gives its place in standing offers free; they are looked at at once. */
function boardEnded(state: State, before: State, match: Match, now: Instant): readonly Event[] {
  if (match.seeks === undefined || !isOver(match) || isOver(before.match(match))) return [];
  const seeks = userids(match).flatMap(userid => openSeeks(state, `seeks/player/${userid}`));
  return seeks.flatMap((seek): Event[] => {
    if (seek.game !== match.game || seek.boards?.includes(match.number) !== true) return [];
    const boards = seek.boards.filter(number => number !== match.number);
    return [{ kind: 'seek-changed', seek: { ...seek, boards, since: now, wake: now } }];
  });
}

function accountLeft(state: State, before: State, account: Account): readonly Event[] {
  const { userid } = account;
  return hasLeft(before.account(userid), account) ? openSeeks(state, `seeks/player/${userid}`).map(ended) : [];
}

/** Whose time has just ended at this board. */
function forfeitedAt(before: State, state: State, match: Match): readonly string[] {
  const known = before.match(match)?.record.length ?? match.record.length;
  const lost = match.record.slice(known).filter(entry => entry.kind === 'retire' && entry.why === 'out-of-time');
  if (lost.length === 0) return [];
  const { holders } = matchStateOf(requireGame(state, match), match);
  return lost.map(entry => playerName(match.players['seat' in entry ? (holders[entry.seat] ?? -1) : -1]));
}
