// The feature `seeks`: open challenges to any player who seeks the same.
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { type Instant, dayOf } from '#core/kernel/time.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import {
  type PageDefinition,
  filterOpenPlayers,
  findFirstGame,
  findPlayerOnWeb,
  playerPath,
} from '#core/writing/on-web.ts';
import { seek, seekList, take } from './commands.ts';
import { decideSeek, playRobot, updateSeeks } from './decide-seek.ts';
import { formatSeekRow, messages } from './mails.ts';
import { isPresent, mergeTerms, rowsOf } from './matching.ts';
import { SEEK, type Seek, gamesWantedOf, seekEffects, seekLimits } from './seek.ts';

/** The page where a visitor finds a game: the open seeks of all games. */
const numberOf = (key: DocumentKey): number => Number(key.slice('seek/'.length));

/** The newest seeks of all games that strangers may see, whose players are there and have a page. */
export const seeksPage: PageDefinition = {
  path: '/seeks',
  listsPlayers: true,
  build: context => {
    const { state, now } = context;
    const offers = findNewestSeeks(state)
      .filter(seek => isOffered(state, seek, now))
      .slice(0, seekLimits.seeksListed);
    const [game] = state.games;
    return {
      template: 'seeks',
      frame: { title: sayPhrase(context, { code: 'web-nav-play', parts: {} }), part: 'play', path: '/seeks' },
      view: {
        page: {
          // A game that anybody may seek.
          game: game?.name ?? '',
          // As in the mails of `seek list`.
          offers: rowsOf(state, offers).map(row => ({
            ...{ number: row.seek.number, text: formatSeekRow(context, row), userid: row.seek.userid },
            ...{ href: playerPath(row.seek.userid), day: dayOf(row.seek.opened) },
          })),
        },
        firstGame: game === undefined ? null : findFirstGame(state, game),
      },
    };
  },
};

/** Seeks with a code are not among what pages are made from. */
function findNewestSeeks(state: State): readonly Seek[] {
  const lists = state.games.map(({ name }) => `seeks/game/${name}` as const);
  state.requireLoaded(lists.map(list => ({ kind: 'list', list })));
  const keys = lists.flatMap(list =>
    state
      .listKeys(list)
      .toSorted((a, b) => numberOf(b) - numberOf(a))
      .slice(0, seekLimits.seeksLookedAt),
  );
  state.requireLoaded(keys.map(key => ({ kind: 'document', key })));
  const seeks = keys.flatMap(key => state.get(key) ?? []).toSorted((a, b) => b.number - a.number);
  state.requireLoaded(seeks.map(({ game, userid }) => ({ kind: 'document', key: `rating/${game}/${userid}` })));
  return filterOpenPlayers(state, seeks);
}

function isOffered(state: State, seek: Seek, now: Instant): boolean {
  const game = state.games.find(({ name }) => name === seek.game);
  const account = findPlayerOnWeb(state, seek.userid);
  const isOpen = seek.code === null && gamesWantedOf(seek) > 0;
  return (
    isOpen && game !== undefined && mergeTerms(game, [seek]) !== null && account !== null && isPresent(account, now)
  );
}

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'seek-game': ['game'],
  'seek-option': ['game'],
  'seek-rating': ['value'],
  'seek-code': [],
  'seek-games': ['most', 'game'],
  'seeks-full': ['most'],
  'seeks-crowded': [],
  'seeks-today': ['most'],
  'seek-not-yours': ['number'],
  'seek-over': ['number'],
  'take-no-code': ['number', 'code'],
  'take-own': ['number'],
  'take-rating': ['number', 'own', 'least', 'most', 'game'],
  'take-pair': ['owner', 'game', 'board'],
  'take-limit': ['game', 'name'],
  'take-later': ['number', 'owner'],
} as const;

export const seeks = {
  refusals,
  pages: [seeksPage],
  documents: { seek: SEEK },
  effects: seekEffects,
  messages,
  commands: [seek, seekList, take],
  alarms: { seek: ({ state, document, context }) => decideSeek(state, document, context) },
  acceptors: { offer: playRobot },
  reaction: (before, after, { now }) => updateSeeks(before, after, now),
} satisfies Feature;
