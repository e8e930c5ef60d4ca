// Handles players at a board whom mail does not reach.
// The others are told, and after a while they may go on without the absent player.
import { isRobot } from '../players/robots.ts';
import { titleOf } from '#games/game.ts';
import { askForClaim, claimAsked, claimedFrom, isClaimGranted, isTold } from './probes.ts';
import { type Absence, openAbsenceOf } from '../players/deliverability.ts';
import { computeCalendar } from '../kernel/calendar.ts';
import { formatInstant } from '../kernel/formats.ts';
import { stopsOf } from '../board/clocks/match-clock.ts';
import { countUnstopped } from '../kernel/spans.ts';
import { type ActorContext, allow, type Decision, deny } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { boardMessage } from '../decision/message.ts';
import { refused } from '../kernel/refusal.ts';
import { type Entry, type Match, userids } from '../board/match-document.ts';
import { type Instant, DAY_MS } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import {
  beginOf,
  requireGame,
  matchStateOf,
  matchStateWith,
  playerName,
  seatsPlayedBy,
  type LoadedMatch,
  turnOf,
} from '../board/match.ts';
import { hasActed } from '../board/has-acted.ts';
import { commentWith, requireRunning } from './require-match.ts';

/** Somebody who still plays at a board and whom no mail reaches. */
interface Absent {
  readonly player: string;
  readonly since: Instant;
  /** From when the others may claim the board. Time in which all clocks stop does not count. */
  readonly claimable: Instant;
}

/** The absent players except `but` (null: all of them), ordered by when the board may be claimed from them. */
export function findAbsent(
  state: State,
  { match, matchState }: LoadedMatch,
  but: string | null,
  now: Instant,
): readonly Absent[] {
  return userids(match)
    .filter(player => player !== but && seatsPlayedBy(match, matchState, player).length > 0)
    .flatMap(player => {
      const absence = openAbsenceOf(state.account(player));
      if (absence === null) return [];
      const from = Math.max(absence.from, beginOf(match));
      const lost = now - from - countUnstopped(stopsOf(state, now), from, now);
      return [{ player, since: absence.from, claimable: from + limits.claimDays * DAY_MS + lost }];
    })
    .toSorted((a, b) => a.claimable - b.claimable);
}

interface Untold {
  /** An index of the players. */
  readonly by: number;
  readonly absence: Absence;
}

/** The absent players whose absence was not announced at the board yet. */
export function findUnannounced(state: State, match: Match): readonly Untold[] {
  if (match.state !== 'active') return [];
  return userids(match).flatMap(userid => {
    const absence = openAbsenceOf(state.account(userid));
    const by = match.players.findIndex(player => playerName(player) === userid);
    return absence === null || isTold(match.record, by, absence) ? [] : [{ by, absence }];
  });
}

/** Sends a mail to each other player, whatever their mail settings: no other mail would tell them. */
export function announceAbsent(context: ActorContext, match: Match): Decision {
  const ref = { game: match.game, number: match.number };
  const untold = findUnannounced(context.state, match);
  const matchState = matchStateOf(requireGame(context.state, match), match);
  const playing = userids(match).filter(userid => seatsPlayedBy(match, matchState, userid).length > 0);
  const entries = untold.map(({ by, absence }): Entry => ({
    kind: 'absence',
    by,
    since: absence.from,
    at: context.now,
  }));
  const readers = playing.filter(userid => openAbsenceOf(context.state.account(userid)) === null);
  // Every later mail of the board shows the absence, so these mails need no extra words.
  const isNews = untold.some(({ by }) => playing.includes(playerName(match.players[by])));
  const messages = (isNews ? readers : []).map(userid => boardMessage(ref, { kind: 'account', userid }, userid));
  return allow(
    [{ kind: 'entries-noted', match: ref, entries }],
    messages.map(message => ({ kind: 'message', message })),
  );
}

/** `claim`: asks once more whether mail reaches the players who have been away for long. */
export function claimBoard(context: ActorContext, ref: MatchRef): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const board = { game: titleOf(game, match.setup), number: ref.number };
  if (seatsPlayedBy(match, matchState, actor).length === 0) return deny(refused('resigned-already', board), ref);
  const absent = findAbsent(context.state, running.value, actor, context.now);
  const [first] = absent;
  if (first === undefined) return deny(refused('claim-present', board), ref);
  const { zone } = computeCalendar(context.state.account(actor)?.calendar ?? []);
  const example = `${ref.game} claim ${ref.number}`;
  if (first.claimable > context.now) {
    const parts = { player: first.player, days: limits.claimDays, until: formatInstant(zone, first.claimable) };
    return deny(refused('claim-early', { ...parts, example }), ref);
  }
  const turn = turnOf(game, match, matchState);
  if (turn !== null && playerName(match.players[turn.player]) === actor)
    return deny(refused('claim-own-turn', { ...board, example }), ref);
  const gone = absent.filter(({ claimable }) => claimable <= context.now).map(({ player }) => player);
  const waiting = gone.map(userid => claimAsked(context.state, userid, ref)?.at ?? -Infinity);
  const again = Math.min(...waiting) + limits.probeDays * DAY_MS;
  if (again > context.now)
    return deny(
      refused('claim-asked', { ...{ player: gone.join(', '), until: formatInstant(zone, again) }, example }),
      ref,
    );
  return askAgain(context, running.value, gone, actor);
}

/** The claim takes effect when the mails come back that are sent now. */
function askAgain(context: ActorContext, { match }: LoadedMatch, gone: readonly string[], actor: string): Decision {
  const ref = { game: match.game, number: match.number };
  const by = match.players.findIndex(player => playerName(player) === actor);
  const asked = gone.map(userid => askForClaim(context.state, userid, { ...ref, by, at: context.now, player: actor }));
  const news = { code: 'claim-asking', parts: { player: gone.join(', '), days: limits.probeAnswerDays } };
  return allow(
    asked.flatMap(({ events }) => events),
    [
      { kind: 'board-changed', match: ref, occasion: 'position', news, only: actor },
      ...asked.flatMap(({ messages }) => messages.map(message => ({ kind: 'message', message }) as const)),
    ],
  );
}

interface GrantedClaim {
  readonly player: string;
  /** The player who claimed, as an index of the players. */
  readonly by: number;
  readonly asked: Instant;
}

/** The players from whom somebody claims this board, and from all of whose addresses the probe came back. */
export function findGrantedClaims(state: State, table: LoadedMatch, now: Instant): readonly GrantedClaim[] {
  return findAbsent(state, table, null, now).flatMap(({ player }) => {
    const claim = claimAsked(state, player, table.match);
    return claim !== null && isClaimGranted(state, player, claim) ? [{ player, by: claim.by, asked: claim.at }] : [];
  });
}

/** These players are out, and the game ends if they leave too few to play on. `granted`: one at least. */
export function grantClaims(context: ActorContext, table: LoadedMatch, granted: readonly GrantedClaim[]): Decision {
  const gone = granted.map(({ player }) => player);
  const by = playerName(table.match.players[granted[0]?.by ?? -1]);
  return goneOn(context, table, gone, { code: 'claimed', parts: { player: by, absent: gone.join(', ') } });
}

/** When the board is abandoned, if mail reaches none of its players (robots aside) and so no one can claim it. null: it reaches someone. */
export function abandonedFrom(state: State, table: LoadedMatch, now: Instant): Instant | null {
  const { match, matchState } = table;
  const playing = userids(match).filter(userid => seatsPlayedBy(match, matchState, userid).length > 0);
  const people = playing.filter(userid => !isRobot(state, userid));
  const absent = findAbsent(state, table, null, now);
  return absent.length === 0 || absent.length < people.length
    ? null
    : Math.max(...absent.map(({ claimable }) => claimable));
}

/** Ends a board on which no player is left to claim it. */
export function abandon(context: ActorContext, table: LoadedMatch): Decision {
  const gone = findAbsent(context.state, table, null, context.now).map(({ player }) => player);
  return goneOn(context, table, gone, { code: 'abandoned', parts: { absent: gone.join(', ') } });
}

/** The game goes on without these players, or ends without a winner. */
function goneOn(context: ActorContext, table: LoadedMatch, gone: readonly string[], news: Phrase): Decision {
  const { game, number } = table.match;
  const ref = { game, number };
  const after = withoutSeats(table, gone, context.now);
  const isOver = after.matchState.outcome !== null;
  return allow(
    [
      {
        ...{ kind: 'match-continued', match: ref, record: after.match.record },
        ...{ comment: commentWith(context, table.match), over: isOver },
      },
      ...gone.flatMap(userid => claimedFrom(context.state, userid, ref)),
    ],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news }],
  );
}

/**
 * As long as the game goes on without them. Where everybody has moved, the player to move loses on time, and first of all: else a player could
 * void a lost game by having their own mail come back.
 */
function withoutSeats(
  { game, ...table }: LoadedMatch,
  players: readonly string[],
  at: Instant,
): Omit<LoadedMatch, 'game'> {
  const turn = turnOf(game, table.match, table.matchState);
  const isBegun = userids(table.match).every(userid => hasActed(table.match, table.matchState, userid));
  const late = turn === null || !isBegun ? -1 : table.matchState.holders.indexOf(turn.player);
  const seats = players
    .flatMap(player => seatsPlayedBy(table.match, table.matchState, player))
    .toSorted((a, b) => Number(b === late) - Number(a === late));
  return seats.reduce(({ match, matchState }: Omit<LoadedMatch, 'game'>, seat) => {
    if (matchState.outcome !== null) return { match, matchState };
    const next = matchStateWith(game, match, {
      ...{ kind: 'retire', seat, at },
      why: seat === late ? 'out-of-time' : 'absent',
    });
    return { match: { ...match, record: next.record }, matchState: next.matchState };
  }, table);
}
