// Handles players at a board whom mail does not reach.
// The others are told, and after a while they may go on without the absent player.
import { extendMatch } from './events.ts';
import { isRobot } from '#core/players/robots.ts';
import { askForClaim, findAskedClaim, isAbsenceAnnounced, isClaimGranted, noteClaimedBoard } from './probes.ts';
import { type Absence, openAbsenceOf, zoneOf } from '#core/players/account.ts';
import { formatInstant } from '#core/kernel/sentence.ts';
import { findStopsAt } from '../clocks/match-clock.ts';
import { DAY_MS, type Instant, countRunningTime } from '#core/kernel/time.ts';
import { type ActorContext, type Decision, allow, deny, sendMail, tellBoard } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { createBoardMessage } from '#core/players/message.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Entry, type Match, userids } from '../match-document.ts';
import { type MatchRef, refOf } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import {
  type LoadedMatch,
  addToRecord,
  beginOf,
  openMatch,
  playerName,
  seatsPlayedBy,
  turnOf,
  nameBoard,
} from '../match.ts';
import { hasActed } from '../match-state.ts';
import { chooseComment, refuseResigned, requireRunning } from './require-match.ts';

/** A player at a running board whom no mail reaches. */
interface AbsentPlayer {
  readonly player: string;
  readonly since: Instant;
  /** From when on the others may claim the board. Time in which the clocks of all its players stop does not count. */
  readonly claimable: Instant;
}

/** The absent players without `exceptPlayer`, in the order in which the board may be claimed from them. */
export function findAbsent(
  state: State,
  { match, matchState }: LoadedMatch,
  exceptPlayer: string | null,
  now: Instant,
): readonly AbsentPlayer[] {
  return userids(match)
    .filter(player => player !== exceptPlayer && seatsPlayedBy(match, matchState, player).length > 0)
    .flatMap(player => {
      const absence = openAbsenceOf(state.account(player));
      if (absence === null) return [];
      const from = Math.max(absence.from, beginOf(match));
      const stoppedTime = now - from - countRunningTime(findStopsAt(matchState, state, now), from, now);
      return [{ player, since: absence.from, claimable: from + limits.claimDays * DAY_MS + stoppedTime }];
    })
    .toSorted((a, b) => a.claimable - b.claimable);
}

interface UnannouncedAbsence {
  /** An index of the players. */
  readonly by: number;
  readonly absence: Absence;
}

/** The players whose absence was not announced on the board yet. */
export function findUnannounced(state: State, match: Match): readonly UnannouncedAbsence[] {
  if (match.state !== 'active') return [];
  return userids(match).flatMap(userid => {
    const absence = openAbsenceOf(state.account(userid));
    const by = match.players.findIndex(player => playerName(player) === userid);
    return absence === null || isAbsenceAnnounced(match.record, by, absence) ? [] : [{ by, absence }];
  });
}

/** Sends a mail to each other player, whatever their mail settings: no other mail would tell them. */
export function announceAbsent(context: ActorContext, match: Match): Decision {
  const unannounced = findUnannounced(context.state, match);
  const matchState = openMatch(context.state, match).matchState;
  const playing = userids(match).filter(userid => seatsPlayedBy(match, matchState, userid).length > 0);
  const entries = unannounced.map(({ by, absence }): Entry => ({
    kind: 'absence',
    by,
    since: absence.from,
    at: context.now,
  }));
  const readers = playing.filter(userid => openAbsenceOf(context.state.account(userid)) === null);
  // Every later mail of the board shows the absence, so these mails need no extra words.
  const isNews = unannounced.some(({ by }) => playing.includes(playerName(match.players[by])));
  const messages = (isNews ? readers : []).map(userid =>
    sendMail(createBoardMessage(refOf(match), { kind: 'account', userid }, userid)),
  );
  return allow([{ kind: 'entries-noted', match: refOf(match), entries }], messages);
}

/** `claim`: asks once more whether mail reaches the players who have been away for long. */
export function claimBoard(context: ActorContext, ref: MatchRef): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const board = nameBoard(running.value);
  const resigned = refuseResigned(running.value);
  if (resigned !== null) return deny(resigned, ref);
  const absent = findAbsent(context.state, running.value, actor, context.now);
  const [first] = absent;
  if (first === undefined) return deny(refused('claim-present', board), ref);
  const zone = zoneOf(context.state.account(actor));
  const example = `${ref.game} claim ${ref.number}`;
  if (first.claimable > context.now) {
    const parts = { player: first.player, days: limits.claimDays, until: formatInstant(zone, first.claimable) };
    return deny(refused('claim-early', { ...parts, example }), ref);
  }
  const turn = turnOf(game, match, matchState);
  if (turn !== null && playerName(match.players[turn.player]) === actor)
    return deny(refused('claim-own-turn', { ...board, example }), ref);
  const gone = absent.filter(({ claimable }) => claimable <= context.now).map(({ player }) => player);
  const askedInstants = gone.map(userid => findAskedClaim(context.state, userid, ref)?.at ?? -Infinity);
  const nextClaimAt = Math.min(...askedInstants) + limits.probeDays * DAY_MS;
  if (nextClaimAt > context.now)
    return deny(
      refused('claim-asked', { ...{ player: gone.join(', '), until: formatInstant(zone, nextClaimAt) }, example }),
      ref,
    );
  return probeForClaim(context, running.value, gone, actor);
}

/** Sends the probes of a claim. The claim takes effect when all of them have come back. */
function probeForClaim(
  context: ActorContext,
  { match }: LoadedMatch,
  gone: readonly string[],
  actor: string,
): Decision {
  const ref = refOf(match);
  const by = match.players.findIndex(player => playerName(player) === actor);
  const asked = gone.map(userid => askForClaim(context.state, userid, { ...ref, by, at: context.now, player: actor }));
  const news = { code: 'claim-asking', parts: { player: gone.join(', '), days: limits.probeAnswerDays } };
  return allow(
    asked.flatMap(({ events }) => events),
    [tellBoard(ref, news, { only: actor }), ...asked.flatMap(({ messages }) => messages.map(sendMail))],
  );
}

interface GrantedClaim {
  readonly player: string;
  /** The player who claimed, as an index of the players. */
  readonly by: number;
  readonly claimedAt: Instant;
}

/** The claims of this board for which all probes have come back. */
export function findGrantedClaims(state: State, table: LoadedMatch, now: Instant): readonly GrantedClaim[] {
  return findAbsent(state, table, null, now).flatMap(({ player }) => {
    const claim = findAskedClaim(state, player, table.match);
    return claim !== null && isClaimGranted(state, player, claim)
      ? [{ player, by: claim.by, claimedAt: claim.at }]
      : [];
  });
}

/** Retires the players from whom the board was claimed. `granted`: at least one. */
export function grantClaims(context: ActorContext, table: LoadedMatch, granted: readonly GrantedClaim[]): Decision {
  const gone = granted.map(({ player }) => player);
  const by = playerName(table.match.players[granted[0]?.by ?? -1]);
  return continueWithout(context, table, gone, { code: 'claimed', parts: { player: by, absent: gone.join(', ') } });
}

/** When a board counts as abandoned: mail reaches none of its players, apart from robots. null: mail reaches at least one. */
export function findAbandonedSince(state: State, table: LoadedMatch, now: Instant): Instant | null {
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
  return continueWithout(context, table, gone, { code: 'abandoned', parts: { absent: gone.join(', ') } });
}

/** The game goes on without these players, or ends without a winner. */
function continueWithout(context: ActorContext, table: LoadedMatch, gone: readonly string[], news: Phrase): Decision {
  const after = retireSeats(table, gone, context.now);
  return allow(
    [
      extendMatch(after, chooseComment(context, table.match)),
      ...gone.flatMap(userid => noteClaimedBoard(context.state, userid, table.match)),
    ],
    [tellBoard(table.match, news)],
  );
}

/**
 * Retires the seats of these players until the game is over. If all players have moved, the player to move loses on time, and is retired
 * first. Otherwise a player could void a lost game by making their own mail come back.
 */
function retireSeats(table: LoadedMatch, players: readonly string[], at: Instant): LoadedMatch {
  const { game, match, matchState } = table;
  const turn = turnOf(game, match, matchState);
  const isBegun = userids(match).every(userid => hasActed(match, matchState, userid));
  const lateSeat = turn === null || !isBegun ? -1 : matchState.holders.indexOf(turn.player);
  return players
    .flatMap(player => seatsPlayedBy(match, matchState, player))
    .toSorted((a, b) => Number(b === lateSeat) - Number(a === lateSeat))
    .reduce((sofar, seat) => {
      const why = seat === lateSeat ? 'out-of-time' : 'absent';
      return sofar.matchState.outcome === null ? addToRecord(sofar, { kind: 'retire', seat, at, why }) : sofar;
    }, table);
}
