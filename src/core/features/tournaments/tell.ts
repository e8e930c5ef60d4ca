// Shows tournaments to the sender of a command.
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type CommandContext, allow, type Decision, deny, type Notification } from '#core/decision/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Tournament } from './tournament.ts';
import type { State } from '#core/kernel/state.ts';
import { findOpeningRefusal } from './opening-right.ts';

/** Mails the present state of the tournament to the sender. */
export const mailTournament = (at: CommandContext, number: number, news: Phrase | null): Notification => ({
  kind: 'message',
  message: {
    ...{ kind: 'tournament', to: { kind: 'address', address: at.sender.address }, number, userid: at.actor },
    news,
  },
});

export function showTournament(at: CommandContext, number: number): Decision {
  return at.state.get(`tournament/${number}`) === null
    ? deny(refused('tournament-unknown', { number }))
    : allow([], [mailTournament(at, number, null)]);
}

const STATES = ['open', 'running', 'over'] as const;

/** Those that can be entered, those that are played, and the last ones that are over. */
export function listTournaments(at: CommandContext, game: AnyGame | null): Decision {
  const { state } = at;
  const lists = STATES.map(each => `tournaments/state/${each}` as const);
  state.want(lists.map(list => ({ kind: 'list', list })));
  const keys = lists.flatMap(list => newest(state.listed(list)).slice(0, limits.tournamentsListed));
  const tournaments = read(state, keys).filter(each => game === null || each.game === game.name);
  const to = { kind: 'address', address: at.sender.address } as const;
  const whyNot = findOpeningRefusal(state, at.actor ?? '');
  const message = { kind: 'tournaments', to, game: game?.name ?? null, tournaments, userid: at.actor, whyNot } as const;
  return allow([], [{ kind: 'message', message }]);
}

const numberOf = (key: DocumentKey): number => Number(key.slice('tournament/'.length));

const newest = (keys: readonly DocumentKey[]): readonly DocumentKey[] =>
  keys.toSorted((a, b) => numberOf(b) - numberOf(a));

function read(state: State, keys: readonly DocumentKey[]): readonly Tournament[] {
  state.want(keys.map(key => ({ kind: 'document', key })));
  return keys.flatMap(key => state.get(`tournament/${numberOf(key)}`) ?? []);
}
