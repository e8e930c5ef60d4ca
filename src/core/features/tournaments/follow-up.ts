// Updates tournaments after the end of a board or an account: enters results, drops players.
import { type Account, hasLeft } from '#core/players/account.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import { type MatchState, hasActed } from '#core/board/match-state.ts';
import { hasEnded, isVoid, matchStateOf, playerName, requireGame } from '#core/board/match.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Match } from '#core/board/match-document.ts';
import { type PairingResult, type Tournament, soonAfter } from './tournament.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/documents.ts';
import { leaveSeries } from './organise.ts';

/**
 * The state with its tournaments updated after all changes since `before`. Only dropped players are told here. The tournament sends its
 * other mails when it is checked.
 */
export function updateTournaments(before: State, after: State, now: Instant): Consequence {
  let state = after;
  const messages: Message[] = [];
  for (const account of after.changedOfKind('account')) state = dropLeaver(before, state, account, now);
  for (const match of after.changedOfKind('match')) {
    const entered = enterResult(before, state, match, now);
    state = entered.state;
    messages.push(...entered.messages);
  }
  return { messages, state };
}

function enterResult(before: State, state: State, match: Match, now: Instant): Consequence {
  const nothing: Consequence = { messages: [], state };
  const { tournament: at, number } = match;
  if (at === undefined || !hasEnded(match) || hasEnded(before.match(match))) return nothing;
  const tournament = state.get(`tournament/${at.number}`);
  // The games of a cancelled tournament do not count for it.
  if (tournament === null || tournament.state === 'cancelled') return nothing;
  const matchState = matchStateOf(requireGame(state, match), match);
  const result = resultOf(matchState);
  const missing = listAbsentees(match, matchState).filter(userid =>
    tournament.entrants.some(each => each.userid === userid && !each.hasLeft),
  );
  const pairings = tournament.pairings.map(each => (each.board === number ? { ...each, result } : each));
  const entrants = tournament.entrants.map(each => (missing.includes(each.userid) ? { ...each, hasLeft: true } : each));
  const changed: Tournament = {
    ...tournament,
    pairings,
    entrants,
    hasNews: true,
    hasDailyNews: true,
    wake: soonAfter(now),
  };
  const entered: Consequence = {
    ...nothing,
    state: apply(state, { kind: 'tournament-changed', tournament: changed }),
  };
  return missing.reduce((sofar, userid) => {
    const events = leaveSeriesAndNext(sofar.state, tournament, userid, now);
    const code = events.length > 0 ? 'tournament-dropped-always' : 'tournament-dropped';
    const news = { code, parts: {} };
    const told: Message = { kind: 'tournament', to: { kind: 'account', userid }, number: at.number, userid, news };
    return { messages: [...sofar.messages, told], state: events.reduce(apply, sofar.state) };
  }, entered);
}

/** Removes the player from the series, and from its next tournament if the series has entered them there. */
function leaveSeriesAndNext(state: State, { series }: Tournament, userid: string, now: Instant): readonly Event[] {
  const left = leaveSeries(state, series, userid);
  const last = series === null ? null : (state.get(`series/${series}`)?.last ?? null);
  const next = last === null ? null : state.get(`tournament/${last}`);
  return left.length > 0 && next?.state === 'open'
    ? [...left, { kind: 'tournament-changed', tournament: removeEntrant(next, userid, now) }]
    : left;
}

/** The first of the players is who moved first: a swap changes sides, and not who they are. */
function resultOf({ outcome, holders, line }: MatchState): PairingResult {
  if (outcome === null) return 'nobody';
  if (isVoid(outcome.reason)) {
    const away = line.flatMap(entry =>
      entry.kind === 'retire' && entry.why === 'absent' ? [holders[entry.seat]] : [],
    );
    return away.length === 1 ? (away[0] === 0 ? 'second' : 'first') : 'nobody';
  }
  const rankOf = (player: number): number => outcome.ranks[holders.indexOf(player)] ?? 1;
  return rankOf(0) === rankOf(1) ? 'draw' : rankOf(0) < rankOf(1) ? 'first' : 'second';
}

/** The players who lost this board on time or by absence without any act. */
const listAbsentees = (match: Match, matchState: MatchState): readonly string[] =>
  matchState.line.flatMap(entry => {
    if (entry.kind !== 'retire' || entry.why === 'resigned') return [];
    const userid = playerName(match.players[matchState.holders[entry.seat] ?? -1]);
    return hasActed(match, matchState, userid) ? [] : [userid];
  });

/** Takes a player who left out of all tournaments. */
function dropLeaver(before: State, state: State, account: Account, now: Instant): State {
  const { userid } = account;
  if (!hasLeft(before.account(userid), account)) return state;
  const keys = state.listKeys(`tournaments/player/${userid}`);
  state.requireLoaded(keys.map(key => ({ kind: 'document', key })));
  return keys
    .flatMap(key => state.get(key) ?? [])
    .flatMap((tournament): readonly Event[] => [
      { kind: 'tournament-changed', tournament: removeEntrant(tournament, userid, now) },
      ...leaveSeries(state, tournament.series, userid),
    ])
    .reduce(apply, state);
}

function removeEntrant(tournament: Tournament, userid: string, now: Instant): Tournament {
  const { entrants } = tournament;
  return tournament.state === 'open'
    ? { ...tournament, entrants: entrants.filter(each => each.userid !== userid) }
    : {
        ...{ ...tournament, wake: soonAfter(now) },
        entrants: entrants.map(each => (each.userid === userid ? { ...each, hasLeft: true } : each)),
      };
}
