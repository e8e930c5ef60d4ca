// The feature `standings`: tables of players, and their records.
import { findPlayerToMove, loadNewest } from '#core/board/acts/list.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { loadRunningMatches } from '#core/board/acts/require-match.ts';
import { requireGame } from '#core/board/match.ts';
import { openSeeks } from '#core/features/seeks/matching.ts';
import { matchRefOf, requestDocument } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Command, CommandLine, ParsedLine } from '#core/language/command.ts';
import { type Account, findBan } from '#core/players/account.ts';
import { findStandingAnswer, listPeople } from '#core/players/blocked.ts';
import { type CommandContext, type Decision, allow, answerSender, deny, tell } from '#core/players/decision.ts';
import { findRobot, isRobot, robots } from '#core/players/robots.ts';
import { findUnknownUserids, isPseudonym, isUseridShaped } from '#core/players/userid.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import { describeAway } from '#core/writing/board/sections.ts';
import { type ComposeContext, type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import { type TextColumn, formatTable } from '#core/writing/text.ts';
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Phrase, formatAndList, formatCommaList } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';
import { findLastBoard } from '../again/index.ts';
import { PROVISIONAL, firstRating, ratingAt } from '../ratings/index.ts';
import type { PlayerRating } from '../ratings/rating.ts';
import { gamesWantedOf } from '../seeks/seek.ts';
import { yearCommand } from './year.ts';

/** The mails with standings, records of players, and the list of players. */
export type Standing = 'established' | 'provisional' | 'inactive' | 'robot';

/** A line of a table. */
export interface StandingRow {
  /** Within the established or the inactive. null: it would say nothing, as for robots, few games or equal ratings. */
  readonly rank: number | null;
  readonly userid: string;
  readonly game: string;
  readonly value: number;
  readonly deviation: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly late: number;
  /** Boards that became void since no mail reached them. */
  readonly absent: number;
  readonly standing: Standing;
  /** How many games they seek with anybody. */
  readonly seeking: number;
  /** When the last game was rated. 0: none was. */
  readonly at: Instant;
}

const BY_NAME = { title: 'table-name', of: ({ userid }: StandingRow): string => userid };

/** `first`: what stands before the rating; its title is a code. */
function formatStandings(
  context: ComposeContext,
  rows: readonly StandingRow[],
  first: { readonly title: string; readonly of: (row: StandingRow) => string } = BY_NAME,
): string {
  const column = (code: string, least: number, of: (row: StandingRow) => string | number): TextColumn => ({
    ...{ title: sayPhrase(context, { code, parts: {} }), least, cells: rows.map(of) },
  });
  return formatTable([
    ...(rows.some(({ rank }) => rank !== null) ? [column('table-rank', 4, ({ rank }) => rank ?? '')] : []),
    column(first.title, -16, first.of),
    column('table-rating', 6, ({ value }) => Math.round(value)),
    { ...column('table-won', 5, row => (row.standing === 'robot' ? '' : Math.round(2 * row.deviation))), title: '+-' },
    column('table-won', 4, ({ won }) => won),
    column('table-lost', 4, ({ lost }) => lost),
    column('table-drawn', 4, ({ drawn }) => drawn),
    // As pbmserv does, and only where it says something.
    ...(rows.some(({ seeking }) => seeking > 0) ? [column('table-seeking', 7, ({ seeking }) => seeking || '')] : []),
  ]);
}

interface Standings {
  readonly game: string;
  readonly rows: readonly StandingRow[];
  /** The players asked for that have played no rated game of it. */
  readonly unrated: readonly string[];
  /** How many are not shown. */
  readonly more: number;
}

const standingsMail: MessageKind<Standings> = {
  write: (context, { game, rows, unrated, more }) => {
    const table = (standing: Standing): string =>
      formatStandings(
        context,
        rows.filter(row => row.standing === standing),
      );
    return {
      subject: { code: 'subject-standings', parts: { game: gameTitle(context, game) } },
      text: context.templates.render('standings.txt', {
        ...{ established: table('established'), provisional: table('provisional') },
        ...{ inactive: table('inactive'), robots: table('robot'), unrated, more, game },
      }),
    };
  },
};

interface PlayerRecords {
  readonly players: readonly { readonly userid: string; readonly rows: readonly StandingRow[] }[];
}

const playerRecords: MessageKind<PlayerRecords> = {
  write: (context, { players }) => ({
    subject: {
      code: 'subject-records',
      parts: { userids: formatAndList(players.map(({ userid }) => userid)) },
    },
    text: context.templates.render('player-records.txt', {
      players: players.map(({ userid, rows }) => {
        const games = rows.reduce((sum, { won, lost, drawn, absent }) => sum + won + lost + drawn + absent, 0);
        const onTime = games - rows.reduce((sum, { late, absent }) => sum + late + absent, 0);
        return {
          ...{ userid, games, onTime },
          table: formatStandings(context, rows, { title: 'table-game', of: ({ game }) => gameTitle(context, game) }),
        };
      }),
    }),
  }),
};

const whoMail: MessageKind<{ readonly game: string; readonly rows: readonly StandingRow[] }> = {
  write: (context, { game, rows }) => ({
    subject: { code: 'subject-who', parts: { game: gameTitle(context, game) } },
    text: context.templates.render('who.txt', {
      table: formatStandings(context, rows),
      game,
      example: rows[0]?.userid ?? 'bob',
    }),
  }),
};

export const messages = { 'player-records': playerRecords, standings: standingsMail, who: whoMail };

/** Days without a rated game after which somebody is listed as inactive. */
const INACTIVE_DAYS = 365;
/** Days within which a player must have played to be listed by `who`. */
export const ACTIVE_DAYS = 60;

/** The ratings of a list, read without a version: a new result causes no conflict with this decision. */
const ratingsIn = (state: State, list: `rated/${'player' | 'game'}/${string}`): readonly PlayerRating[] =>
  state.glance(list);

/** How many games of this kind each player seeks; what is between friends stands in no list. */
function countSeeks(state: State, game: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const seek of openSeeks(state, `seeks/game/${game}`))
    if (seek.code === null && gamesWantedOf(seek) > 0)
      counts.set(seek.userid, (counts.get(seek.userid) ?? 0) + gamesWantedOf(seek));
  return counts;
}

function rowOf(rating: PlayerRating, now: Instant, seeking = 0): StandingRow {
  const { userid, game, value, won, lost, drawn, late, absent, at } = rating;
  const { deviation } = ratingAt(rating, now);
  const isInactive = now - rating.at > INACTIVE_DAYS * DAY_MS;
  const standing = isInactive ? 'inactive' : deviation > PROVISIONAL ? 'provisional' : 'established';
  // Thousands of rows are sorted, and rows of one shape are compared faster than copies with all fields.
  return { rank: null, userid, game, value, deviation, won, lost, drawn, late, absent, standing, seeking, at };
}

const byValue = (a: StandingRow, b: StandingRow): number =>
  b.value - a.value || (a.userid < b.userid ? -1 : a.userid > b.userid ? 1 : 0);

export const SECTIONS: readonly Standing[] = ['established', 'provisional', 'inactive'];

/** Best first, section by section. Few games, or equal ratings, make no ranks. */
function rankRows(rows: readonly StandingRow[]): readonly StandingRow[] {
  return SECTIONS.flatMap(section =>
    rows
      .filter(({ standing }) => standing === section)
      .toSorted(byValue)
      .map((row, index, all) => ({
        ...{ ...row, rank: section === 'provisional' || all[0]?.value === all.at(-1)?.value ? null : index + 1 },
      })),
  );
}

/** A robot's line: its rating is fixed, its results are counted. */
const robotRow = (rating: PlayerRating): StandingRow => ({
  ...{ ...rating, rank: null, deviation: 0, standing: 'robot', seeking: 0 },
});

const robotRows = (state: State, game: string, rated: readonly PlayerRating[]): readonly StandingRow[] =>
  robots
    .filter(({ userid }) => isRobot(state, userid))
    .map(({ userid }) => robotRow(rated.find(each => each.userid === userid) ?? firstRating(game, userid)));

const isPerson = ({ userid }: PlayerRating): boolean => findRobot(robots, userid) === null;

/** The standings of a game: all players with a rating, section by section, the best first, and the robots. */
export interface Ranking {
  readonly people: readonly StandingRow[];
  readonly robots: readonly StandingRow[];
}

/** Players without a rated game (only missed at a void board) have no place in the table, and neither have forgotten players. */
export function rankPlayers(state: State, game: string, now: Instant): Ranking {
  const everybody = ratingsIn(state, `rated/game/${game}`);
  const rated = everybody.filter(rating => isPerson(rating) && rating.at > 0 && !isPseudonym(rating.userid));
  const seeking = countSeeks(state, game);
  return {
    people: rankRows(rated.map(rating => rowOf(rating, now, seeking.get(rating.userid)))),
    robots: robotRows(state, game, everybody),
  };
}

/** The first of these without an open account. undefined: all have one. */
const findClosed = (state: State, users: readonly string[]): string | undefined =>
  findUnknownUserids(state, users)[0] ?? users.find(userid => state.account(userid)?.closed === true);

/** `users`: the players whose rows are shown, wherever they are in the table. Empty: the first rows of every section, `most` of each. */
function tellStandings(
  context: CommandContext,
  game: AnyGame,
  users: readonly string[],
  most: number | null,
): Decision {
  const { people: all, robots: programs } = rankPlayers(context.state, game.name, context.now);
  const unknown = findClosed(context.state, users);
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  const first = SECTIONS.flatMap(section =>
    all.filter(({ standing }) => standing === section).slice(0, Math.min(most ?? Infinity, limits.standingsShown)),
  );
  const shown = users.length > 0 ? all.filter(({ userid }) => users.includes(userid)) : first;
  context.state.requireAccounts(shown.map(({ userid }) => userid));
  const rows = shown.filter(({ userid }) => context.state.account(userid)?.closed === false);
  const more = users.length > 0 ? 0 : all.length - shown.length;
  const known = programs.filter(({ userid }) => users.length === 0 || users.includes(userid));
  const unrated = users.filter(userid => ![...rows, ...known].some(row => row.userid === userid));
  return answerSender(context, { kind: 'standings', game: game.name, rows: [...rows, ...known], unrated, more });
}

/** The public record of players, all games. */
function tellRecords(context: CommandContext, users: readonly string[]): Decision {
  const named = users.length > 0 ? users : context.actor === null ? [] : [context.actor];
  if (named.length === 0) return deny(refused('not-proved', { command: 'stats' }));
  const unknown = findClosed(context.state, named);
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  context.state.requireLoaded(named.map(userid => ({ kind: 'glance', list: `rated/player/${userid}` })));
  const players = named.map(userid => ({
    userid,
    rows: ratingsIn(context.state, `rated/player/${userid}`).map(rating =>
      isPerson(rating) ? rowOf(rating, context.now) : robotRow(rating),
    ),
  }));
  return answerSender(context, { kind: 'player-records', players });
}

/** Players of a game who have played lately, or seek a game of it, and take challenges of it. */
function tellWho(context: CommandContext, game: AnyGame): Decision {
  const seeking = countSeeks(context.state, game.name);
  const everybody = ratingsIn(context.state, `rated/game/${game.name}`);
  const rated = everybody.filter(isPerson);
  const unrated = [...seeking.keys()].filter(userid => !rated.some(rating => rating.userid === userid));
  const lately = [...rated, ...unrated.map(userid => firstRating(game.name, userid))]
    .filter(({ at: last, userid }) => context.now - last <= ACTIVE_DAYS * DAY_MS || seeking.has(userid))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limits.standingsShown);
  context.state.requireAccounts(lately.map(({ userid }) => userid));
  const willing = lately.filter(
    ({ userid }) =>
      context.state.account(userid)?.closed === false && findStandingAnswer(context.state, userid, game).isTaken,
  );
  const players = willing.map(rating => rowOf(rating, context.now, seeking.get(rating.userid))).toSorted(byValue);
  const rows = [...players, ...robotRows(context.state, game.name, everybody)];
  return answerSender(context, { kind: 'who', game: game.name, rows });
}

/** Days within which a player must have moved to be listed by `who`. */
const WHO_DAYS = 7;

/** A player at a game. */
type Act = Readonly<Record<'userid' | 'game', string>>;

/** The people who have moved at a board since then. A single move was made by the other player of the two. */
function listMovers(state: State, match: Match, since: Instant): readonly Act[] {
  const moves = match.record.filter(({ kind, at }) => kind === 'move' && at >= since).length;
  const isOne = moves === 1 && match.players.length === 2 && match.state === 'active';
  if (!isOne && moves < match.players.length) return [];
  const waiting = isOne ? findPlayerToMove({ game: requireGame(state, match), match }) : null;
  return userids(match).flatMap(userid =>
    userid === waiting || isRobot(state, userid) ? [] : { userid, game: match.game },
  );
}

function listSeekers(state: State): readonly Act[] {
  state.requireLoaded(state.games.map(({ name }) => ({ kind: 'list', list: `seeks/game/${name}` })));
  return state.games.flatMap(({ name: game }) => [...countSeeks(state, game).keys()].map(userid => ({ userid, game })));
}

const requestRatings = (userid: string) => ({ kind: 'glance', list: `rated/player/${userid}` }) as const;

/** What is told of a player: the games that are sought, rated or played, without those at which challenges are refused. */
function describePlayer(state: State, userid: string, played: readonly Act[], seekers: readonly Act[]) {
  const ratings = state.glance(requestRatings(userid).list).filter(({ at }) => at > 0);
  const names = [...seekers, ...ratings.toSorted((a, b) => b.at - a.at), ...played].filter(of => of.userid === userid);
  const games = [...new Set(names.map(({ game }) => game))]
    .flatMap(name => state.games.find(game => game.name === name) ?? [])
    .filter(game => findStandingAnswer(state, userid, game).isTaken);
  const titles = games.slice(0, limits.ratingsInRow).map(({ name, title }) => {
    const rating = ratings.find(({ game }) => game === name);
    const game = rating === undefined ? title : `${title} ${Math.round(rating.value)}`;
    const isSought = seekers.some(each => each.userid === userid && each.game === name);
    return isSought ? { code: 'player-seeks', parts: { game } } : game;
  });
  const code = games.length === 0 ? 'player-unrated' : 'player-games';
  // A friend may have played nothing yet.
  const first = games[0] ?? state.games.find(game => findStandingAnswer(state, userid, game).isTaken);
  const row = { code, parts: { userid, games: formatCommaList(titles) } };
  return { userid, row, challenge: first && `${first.name} challenge ${userid}` };
}

/** People who have moved lately or seek a game, as far as the newest boards tell. Friends of the reader come first. */
function tellPeople(context: CommandContext): Decision {
  const { state, now, actor } = context;
  const seekers = listSeekers(state);
  const lists = state.games.flatMap(({ name }) => [`running/game/${name}`, `over/game/${name}`] as const);
  const limit = limits.boardsSearched;
  state.requireLoaded(lists.map(list => ({ kind: 'newest', list, before: null, limit })));
  const boards = lists.flatMap(list => state.newest(list, null, limit).map(matchRefOf));
  const movers = loadNewest(state, boards, limit).flatMap(match => listMovers(state, match, now - WHO_DAYS * DAY_MS));
  const names = new Set([...movers, ...seekers].map(({ userid }) => userid));
  const friends = listPeople(state, actor ?? '', 'friends');
  const lately = [...new Set([...friends, ...names])]
    .filter(userid => names.has(userid) && userid !== actor)
    .slice(0, limits.standingsShown);
  state.requireLoaded(lately.flatMap(userid => [requestDocument(`account/${userid}`), requestRatings(userid)]));
  const isHere = (account: Account | null): boolean => account?.closed === false && findBan(account, now) === null;
  const people = lately
    .filter(userid => isHere(state.account(userid)))
    .map(userid => describePlayer(state, userid, movers, seekers))
    .filter(({ row }) => row.code === 'player-games');
  const first = { code: people.length === 0 ? 'who-alone' : 'who-lately', parts: { days: WHO_DAYS } };
  const last = { code: 'who-challenge', parts: { line: people[0]?.challenge ?? '' } };
  const mark = { code: 'player-friend', parts: {} };
  const rows = people.map(({ userid, row }) => (friends.includes(userid) ? [row, mark] : [row]));
  const lines = [[first], ...(people.length === 0 ? [] : [[], ...rows, [], [last]])];
  return answerSender(context, { kind: 'sentences', subject: { code: 'subject-people', parts: {} }, lines });
}

/** The friends of the sender, and how to play with each of them. An absence is told to those who share a board, as its mails tell it. */
export function tellFriends(context: CommandContext): Decision {
  const { state, now } = context;
  const actor = context.actor ?? '';
  const friends = listPeople(state, actor, 'friends').toSorted();
  if (friends.length === 0) return allow([], [tell('friends-none')]);
  state.requireLoaded(friends.map(requestRatings));
  const seekers = listSeekers(state);
  const running = loadRunningMatches(state, actor);
  const rows = friends.map((userid): readonly Phrase[] => {
    if (state.account(userid)?.closed !== false) return [{ code: 'friend-left', parts: { userid } }];
    const boards = running.filter(match => userids(match).includes(userid));
    const played = boards.map(({ game }) => ({ userid, game }));
    const { row, challenge } = describePlayer(state, userid, played, seekers);
    const last = findLastBoard(state, actor, userid);
    const mayRepeat = last !== undefined && findStandingAnswer(state, userid, requireGame(state, last)).isTaken;
    const line = mayRepeat ? `rematch with ${userid}` : challenge;
    const parts = { boards: formatAndList(boards.map(({ game, number }) => `${game} ${number}`)) };
    return [
      row,
      ...(boards.length === 0 ? [] : [...describeAway([userid], actor, state, now), { code: 'friend-boards', parts }]),
      ...(line === undefined ? [] : [{ code: 'friend-line', parts: { line } }]),
    ];
  });
  const lines = [...rows, [], [{ code: 'friends-end', parts: {} }]];
  return answerSender(context, { kind: 'sentences', subject: { code: 'subject-friends', parts: {} }, lines });
}

/** `standings`, `stats`, `who`: ratings of players, their records, and the available players. */
const standingsCommand: Command = {
  name: 'standings',
  listedAfter: 'history',
  aliases: ['ratings'],
  usage: '<game> standings [n | userid …]',
  example: 'nex standings',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'standings is a command of a game');
    const [typed = '', ...others] = commandLine.words;
    const most = /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : null;
    const words = most === null ? commandLine.words : others;
    return parseUsers({ ...commandLine, words }, (context, users) => tellStandings(context, game, users, most));
  },
};

const stats: Command = {
  name: 'stats',
  aliases: ['standings', 'ratings'],
  usage: 'stats [userid …]',
  example: 'stats bob',
  permission: 'anyone',
  parse: commandLine => parseUsers(commandLine, tellRecords),
};

/** Of all games, or of one. With `is bob` it asks for a record. */
const createWho = (usage: string): Command => ({
  ...{ name: 'who', usage, example: usage.replace('<game>', 'nex'), permission: 'anyone' },
  parse: ({ game, words: [is, userid = '', ...more], isUser }) => {
    if (is === undefined) return ok({ run: context => (game === null ? tellPeople(context) : tellWho(context, game)) });
    const isAsked = game === null && is.toLowerCase() === 'is' && isUser(userid.toLowerCase()) && more.length === 0;
    return isAsked ? ok({ run: context => tellRecords(context, [userid.toLowerCase()]) }) : null;
  },
});

function parseUsers(commandLine: CommandLine, run: typeof tellRecords): ParsedLine {
  const users = commandLine.words.map(word => word.toLowerCase().replace(/,$/, ''));
  return users.every(isUseridShaped) ? ok({ run: context => run(context, users) }) : null;
}

/** The feature `standings`: tables of players, and their records. */
export const standings = {
  commands: [standingsCommand, stats, yearCommand, ...['who', '<game> who'].map(createWho)],
} satisfies Feature;
