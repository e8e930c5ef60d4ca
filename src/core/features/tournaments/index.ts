// The feature `tournaments`: round robins, Swisses, knock-outs and leagues, once or recurring.
import { refused } from '#core/kernel/refusal.ts';
import { type Command, type CommandLine, type ParsedLine, parseCredentials } from '#core/language/command.ts';
import type { CommandContext, Decision } from '#core/players/decision.ts';
import type { Feature } from '#core/writing/feature.ts';
import { findNamedGame } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { no, ok } from '#games/kit/result.ts';
import { type GameInTournament, extendGame, decidePairing } from './correct.ts';
import { decideTournament, updateTournaments } from './decide-tournament.ts';
import { league } from './league.ts';
import { additions } from './mails.ts';
import {
  cancelTournament,
  enterTournament,
  listTournaments,
  openTournament,
  showTournament,
  startTournament,
  withdraw,
} from './organise.ts';
import { clubPage } from './club-page.ts';
import { tournamentPage, tournamentsPage } from './pages.ts';
import { decideSeries, updateRecurring } from './recurring.ts';
import { parseTournamentTerms } from './tournament-options.ts';
import { SERIES, TOURNAMENT, tournamentEffects } from './tournament.ts';

/** `tournament`: opens, lists, enters and leaves tournaments. */
export const tournament: Command = {
  name: 'tournament',
  listedAfter: 'multiple',
  aliases: ['tournaments'],
  usage:
    'tournament [userid password] [list | show n | enter n [always] | withdraw n | start n | cancel n | result n board who | extend n board days]',
  example: 'tournament list',
  permission: 'account',
  parse: parseWords,
};

export const gameTournament: Command = {
  name: 'tournament',
  aliases: ['tournaments'],
  usage: '<game> tournament [-options] [userid password] [list | open]',
  example: 'nex tournament list',
  permission: 'account',
  parse: parseWords,
};

/** What is done to one tournament, by the words before and after its number. */
const ACTS: Readonly<Record<string, (context: CommandContext, number: number) => Decision>> = {
  show: showTournament,
  enter: (context, number) => enterTournament(context, number, false),
  'enter always': (context, number) => enterTournament(context, number, true),
  withdraw,
  start: startTournament,
  cancel: cancelTournament,
};

/** What an organiser corrects in one game of a tournament: `result 3 105 alice`. */
const CORRECTIONS: Readonly<
  Record<string, (context: CommandContext, game: GameInTournament, word: string) => Decision>
> = { result: decidePairing, extend: extendGame };

/** `enter 3`, `enter 3 always`, `result 3 105 alice`; null: nothing of the kind. */
function parseAct(words: readonly string[]): ((context: CommandContext) => Decision) | null {
  const [, verb = '', typed, more = ''] = /^([a-z]+) #?([1-9]\d{0,8})(?: (.+))?$/.exec(words.join(' ')) ?? [];
  const number = Number(typed);
  const [, board, word = ''] = /^#?([1-9]\d{0,8}) (\S+)$/.exec(more) ?? [];
  const correct = lookUp(CORRECTIONS, verb);
  if (correct !== undefined)
    return board === undefined ? null : context => correct(context, { number, board: Number(board) }, word);
  const act = lookUp(ACTS, more === '' ? verb : `${verb} ${more}`);
  return act === undefined ? null : context => act(context, number);
}

function parseWords(commandLine: CommandLine): ParsedLine {
  const { game, options } = commandLine;
  const { credentials, rest } = parseCredentials(commandLine, 0);
  const [first = 'list', ...others] = rest.map(word => word.toLowerCase());
  if (first === 'open') return parseOpening(commandLine, others, credentials);
  const isList = first === 'list' && others.length === 0;
  const run = isList
    ? (context: CommandContext): Decision => listTournaments(context, game)
    : parseAct([first, ...others]);
  // A reply to a board mail is no proof of an arbiter: players pass such mails on.
  const permission = Object.hasOwn(CORRECTIONS, first) ? 'owner' : 'account';
  return run === null || options.length > 0 ? null : ok({ credentials, run, permission });
}

/** `nex tournament open`, `tournament open nex`. */
function parseOpening(
  { game, games, options }: CommandLine,
  [name = '', ...more]: readonly string[],
  credentials: ReturnType<typeof parseCredentials>['credentials'],
): ParsedLine {
  if (game !== null && name !== '') return null;
  const opened = game ?? findNamedGame(games, name)?.game;
  if (opened === undefined || more.length > 0) return no(refused('tournament-game', { game: games[0]?.name ?? '' }));
  const terms = parseTournamentTerms(opened, options);
  return terms.ok ? ok({ credentials, run: context => openTournament(context, terms.value) }) : terms;
}

export const tournaments = {
  refusals: {
    'tournament-two': ['game'],
    'tournament-time': ['most'],
    'tournament-option': ['option', 'allowed'],
    'tournament-rounds': [],
    'tournament-team': [],
    'tournament-club': ['number', 'clubs'],
    'tournament-own': ['number'],
    'tournament-games': ['least', 'finished'],
    'tournament-running': ['number'],
    'tournament-once': ['number'],
    'tournament-full': ['number', 'most'],
    'tournament-entries': ['most'],
    'tournament-not-in': ['number'],
    'tournament-not-yours': ['number'],
    'tournament-few': ['number', 'entered'],
    'tournament-no-game': ['number', 'board'],
    'tournament-own-game': ['number', 'board'],
    'tournament-no-result': ['allowed'],
    'tournament-extension': ['most'],
    'league-unknown': ['name'],
    'league-full': ['name', 'most'],
    'league-not-in': ['name'],
  } as const,
  pages: [tournamentsPage, tournamentPage, clubPage],
  documents: { tournament: TOURNAMENT, series: SERIES },
  effects: tournamentEffects,
  additions,
  commands: [tournament, gameTournament, league],
  requests: { 'recurring-configured': updateRecurring },
  alarms: {
    tournament: ({ state, document, context }) => decideTournament(state, document, context),
    series: ({ state, document, context }) => decideSeries(state, document, context.now),
  },
  reaction: (before, after, { now }) => updateTournaments(before, after, now),
} satisfies Feature;
