// What an organiser corrects in a tournament: the result of a game, and its time.
import { giveTime, voidBoard } from '#core/board/acts/arbiter.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { type CommandContext, type Decision, allow, deny, sendMail, tell } from '#core/players/decision.ts';
import { formatDuration } from '#core/kernel/sentence.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { buildMessages, mailTournament } from './organise.ts';
import {
  type Pairing,
  type PairingResult,
  type Tournament,
  isConcerned,
  lastRound,
  listArbiters,
  soonAfter,
  tournamentLimits,
} from './tournament.ts';

/** A game of a tournament, by the numbers of both. */
export interface GameInTournament {
  readonly number: number;
  readonly board: number;
}

/** A game of the last round that the sender may correct. An organiser never corrects a game of their own. */
function findCorrected(
  { state, actor }: CommandContext,
  { number, board }: GameInTournament,
): Result<
  { readonly tournament: Tournament; readonly pairing: Pairing; readonly players: readonly string[] },
  Refused
> {
  const tournament = state.get(`tournament/${number}`);
  if (tournament === null) return no(refused('tournament-unknown', { number }));
  if (!listArbiters(state, tournament).includes(actor ?? '')) return no(refused('tournament-not-yours', { number }));
  const pairing = tournament.pairings.find(each => each.board === board && each.round === lastRound(tournament));
  // The ranks of a league follow from a season at once.
  const isOpen = tournament.state === 'running' || (tournament.state === 'over' && tournament.kind !== 'league');
  if (!isOpen || pairing === undefined) return no(refused('tournament-no-game', { number, board }));
  const players = [pairing.first, pairing.second ?? -1].map(index => tournament.entrants[index]?.userid ?? '');
  return isConcerned(tournament, pairing, actor ?? '')
    ? no(refused('tournament-own-game', { number, board }))
    : ok({ tournament, pairing, players });
}

/** Sets the result of a game. A board that is played ends without a result of its own, so no rating follows from the organiser's word. */
export function decidePairing(context: CommandContext, game: GameInTournament, word: string): Decision {
  const found = findCorrected(context, game);
  if (!found.ok) return deny(found.reason);
  const { tournament, pairing, players } = found.value;
  const words: Readonly<Record<string, PairingResult>> = {
    ...{ draw: 'draw', none: 'nobody' },
    ...Object.fromEntries(players.map((userid, index) => [userid, index === 0 ? 'first' : 'second'] as const)),
  };
  const result = Object.hasOwn(words, word) ? words[word] : undefined;
  if (result === undefined) return deny(refused('tournament-no-result', { allowed: Object.keys(words).join(', ') }));
  const ref = { game: tournament.game, number: game.board };
  const isPlayed = context.state.match(ref)?.state === 'active';
  const ended = isPlayed
    ? voidBoard(context, ref, { code: 'voided-by-arbiter', parts: { result: word } })
    : allow([], []);
  if (!ended.ok) return ended;
  const changed: Tournament = {
    ...tournament,
    pairings: tournament.pairings.map(each => (each === pairing ? { ...each, result } : each)),
    ...(tournament.state === 'running' ? { hasNews: true, hasDailyNews: true, wake: soonAfter(context.now) } : {}),
  };
  const { number, board } = game;
  const news = { code: 'tournament-corrected', parts: { number, board, result: word } };
  return allow(
    [{ kind: 'tournament-changed', tournament: changed }, ...ended.value.events],
    [
      ...ended.value.notifications,
      ...buildMessages(tournament, players, news).map(sendMail),
      mailTournament(context, number, news),
    ],
  );
}

/** Gives both players of a game more time. */
export function extendGame(context: CommandContext, game: GameInTournament, word: string): Decision {
  const found = findCorrected(context, game);
  if (!found.ok) return deny(found.reason);
  const most = tournamentLimits.tournamentExtensionDays;
  const days = /^[1-9]\d?$/.test(word) ? Number(word) : 0;
  if (days < 1 || days > most) return deny(refused('tournament-extension', { most }));
  const given = giveTime(
    context,
    { game: found.value.tournament.game, number: game.board },
    { days, code: 'time-by-arbiter' },
  );
  const answer = tell('tournament-extended', { board: game.board, days: formatDuration(days * DAY_MS) });
  return given.ok ? allow(given.value.events, [...given.value.notifications, answer]) : given;
}
