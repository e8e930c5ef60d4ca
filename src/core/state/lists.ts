// The lists over the documents, and the lists that a document is in.
// Lists are derived from the documents, not stored as a second truth. Every store keeps them with this one function.
import { lookUp } from '#games/kit/look-up.ts';
import { robots } from '../identity/robots.ts';
import {
  applyPerKind,
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Match,
  type PerKind,
  type Tournament,
  userids,
} from './documents.ts';

export type ListName =
  /** Boards that are not over (invitations among them), or over: of a player, or of a game. */
  | `${'running' | 'over'}/${'player' | 'game'}/${string}`
  /** Finished boards of a player with more than one player, all of them people. */
  | `over/people/${string}`
  /** Boards where a robot is to move. */
  | 'robots/turn'
  /** The ratings in a game, or of a player. */
  | `rated/${'player' | 'game'}/${string}`
  /** The seeks of a player, or for a game. */
  | `seeks/${'player' | 'game'}/${string}`
  /** Tournaments that are open, played or over; those somebody is entered in, and the one they have opened, until it begins. */
  | `tournaments/${'state' | 'player' | 'organiser'}/${string}`
  /** Every document of a kind of which there are never many. */
  | `kind/${WholeKind}`;

/** Kinds that are searched for a player's documents only when that player is forgotten. */
export const WHOLE_KINDS = ['parked', 'alert', 'mailing', 'series', 'subscribers', 'quota'] as const;

type WholeKind = (typeof WHOLE_KINDS)[number];

/** What kind of documents a list of this name holds. */
export type KindIn<List extends ListName> = List extends `rated/${string}`
  ? 'rating'
  : List extends `seeks/${string}`
    ? 'seek'
    : List extends `tournaments/${string}`
      ? 'tournament'
      : List extends `kind/${infer Kind extends WholeKind}`
        ? Kind
        : 'match';

/** The same of a list that is known only when the program runs. */
export const kindIn = <List extends ListName>(list: List): KindIn<List> =>
  (list.startsWith('kind/')
    ? list.slice('kind/'.length)
    : (lookUp(KINDS, list.slice(0, list.indexOf('/'))) ?? 'match')) as KindIn<List>;

const KINDS: Readonly<Record<string, DocumentKind>> = {
  rated: 'rating',
  seeks: 'seek',
  tournaments: 'tournament',
};

/** Whose boards a list holds; null: it is no list of a player's boards. */
export const playerOf = (list: ListName): string | null => /^(?:running|over)\/player\/(.*)$/s.exec(list)?.[1] ?? null;

/** The lists of a kind that has one alone. */
const whole = (kind: WholeKind) => (): readonly ListName[] => [`kind/${kind}`];
const none = (): readonly ListName[] => [];

const LISTS: PerKind<readonly ListName[]> = {
  match: matchLists,
  rating: ({ game, userid }) => [`rated/game/${game}`, `rated/player/${userid}`],
  seek: ({ game, userid }) => [`seeks/game/${game}`, `seeks/player/${userid}`],
  tournament: tournamentLists,
  ...{ parked: whole('parked'), alert: whole('alert'), mailing: whole('mailing') },
  ...{ series: whole('series'), subscribers: whole('subscribers'), quota: whole('quota') },
  ...{ account: none, address: none, counter: none, optout: none, stops: none, forgetting: none, forgotten: none },
};

/** The lists that a document stands in. */
export const listNames = (key: DocumentKey, document: Document): readonly ListName[] =>
  applyPerKind(LISTS, key, document);

function matchLists(match: Match): readonly ListName[] {
  if (match.state === 'removed') return [];
  const state = match.state === 'over' ? 'over' : 'running';
  const names = userids(match);
  const isAmongPeople = state === 'over' && names.length > 1 && !names.some(name => ROBOTS.has(name));
  return [
    `${state}/game/${match.game}`,
    ...names.map((userid): ListName => `${state}/player/${userid}`),
    ...(match.isRobotsTurn === true ? (['robots/turn'] as const) : []),
    ...(isAmongPeople ? names.map((userid): ListName => `over/people/${userid}`) : []),
  ];
}

const ROBOTS: ReadonlySet<string> = new Set(robots.map(({ userid }) => userid));

function tournamentLists({ state, entrants, organiser }: Tournament): readonly ListName[] {
  const own: ListName = `tournaments/state/${state}`;
  if (state !== 'open' && state !== 'running') return [own];
  const entered = entrants.filter(({ hasLeft }) => !hasLeft);
  return [
    own,
    ...entered.map(({ userid }): ListName => `tournaments/player/${userid}`),
    ...(state === 'open' && organiser !== null ? [`tournaments/organiser/${organiser}` as const] : []),
  ];
}
