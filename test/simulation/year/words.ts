// What people write: mails of their own accord, and replies to boards they look at.
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';
import { matchStateOf, playerName, type LoadedMatch, turnOf } from '#core/board/match.ts';
import { findMissingAnswers } from '#core/board/proposals.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { maySwap } from '#core/board/acts/play.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { chance, dayIn, oneOf, type Person, weighted } from './person.ts';

/** A mail of its own: its Subject, and its text. */
export type Words = readonly [subject: string, text?: string];

/** Small boards, so that games come to an end: words of a challenge, how often, for how many. */
const GAMES: readonly (readonly [weight: number, words: readonly [game: string, options: string]])[] = [
  [4, ['nex', '-size=4']],
  [1, ['nex', '-size=5 -endgame=nexc']],
  [2, ['nex', '-size=4 -swap=on']],
  [3, ['hex', '-size=4']],
  [2, ['hex', '-size=4 -swap=on']],
  [2, ['y', '-size=4']],
  [2, ['gomoku', '-size=6']],
  [1, ['gonnect', '-size=4']],
  [1, ['neuy', '-size=4']],
  [1, ['neugomoku', '-size=6']],
  [1, ['neugonnect', '-size=3']],
  [1, ['hexafive', '-radius=4']],
  [0.3, ['boku', '']],
  [0.7, ['nexos', '']],
  [0.7, ['nexos', '-players=4']],
];

const TIMES = [
  ...['', '', '--nagtime=2 --forfeittime=5', '--nagtime=1 --forfeittime=3', '--forfeittime=10 --nagtime=4'],
  ...['--totaltime=15 --increment=1', '--totaltime=9 --increment=2 --cap=12 --forfeittime=7', '--forfeittime=1'],
  '--totaltime=20 --nagtime=3 --forfeittime=6',
];

export interface Visit {
  readonly rng: Random;
  readonly person: Person;
  readonly now: Instant;
  /** Somebody else who has an account. */
  readonly other: () => Person;
  /** An address that nobody has an account with. */
  readonly stranger: () => string;
}

function challengeWords({ rng, person, other, stranger }: Visit): Words {
  const [game, options] = weighted(rng, GAMES);
  const them = weighted<() => string>(rng, [
    [20, () => other().name],
    [1.2, () => `robot${1 + rng.below(5)}`],
    [0.6, stranger],
    [0.2, () => person.name],
  ]);
  const others = options.includes('players=4')
    ? [them(), other().name, chance(rng, 0.2) ? person.name : other().name]
    : [them()];
  const players = chance(rng, 0.5) || others.length > 1 ? [person.name, ...others] : [...others, person.name];
  const words = [game, 'challenge', options, oneOf(rng, TIMES), ...players].filter(Boolean);
  return [words.join(' '), chance(rng, 0.2) ? 'Shall we?' : ''];
}

const settings = ({ rng, person }: Visit): Words => [
  `set ${weighted(rng, [
    [5, `per=${oneOf(rng, ['move', 'digest', 'both', 'none'])}`],
    [2, `digest=${rng.below(24)}:${oneOf(rng, ['00', '30'])}`],
    [2, `reminders=${oneOf(rng, ['3d,12h', '5d', 'nag', 'off'])}`],
    [2, `mail=${oneOf(rng, ['text', 'html', 'chat'])}`],
    [1, `board=${oneOf(rng, ['words', 'ascii', 'both'])}`],
    [1, `weekends=${oneOf(rng, ['on', 'off'])}`],
    [1, `timezone=${person.zone}`],
    [0.5, 'timezone=Pacific/Apia'],
    [1, `ask=${oneOf(rng, ['on', 'off'])}`],
  ])}`,
];

/** Booked ahead, sometimes from this very day on; people are away then, as a rule. */
function holiday({ rng, person, now }: Visit): Words {
  const ahead = rng.below(20);
  const [from, to] = [now + ahead * DAY_MS, now + (ahead + rng.below(12)) * DAY_MS];
  if (chance(rng, 0.15)) return [`vacation cancel ${1 + rng.below(2)}`];
  if (ahead < 3) person.away = to + DAY_MS;
  return [`vacation ${dayIn(person.zone, from)}..${dayIn(person.zone, to)}`];
}

const following = ({ rng, other }: Visit): Words => [
  weighted(rng, [
    [3, `subscribe ${other().name}`],
    [2, `${oneOf(rng, ['hex', 'nex'])} subscribe ${other().name}`],
    [2, `unsubscribe ${other().name}`],
    [1, `hex notify ${101 + rng.below(50)}`],
    [2, `hex subscribe ${101 + rng.below(200)}`],
    [1, 'unsubscribe all'],
  ]),
];

const company = ({ rng, other }: Visit): Words => [
  weighted(rng, [
    [1, `block ${other().name}`],
    [2, `unblock ${other().name}`],
    [1, `nex limit ${3 + rng.below(9)}`],
    [1, 'nex limit off'],
  ]),
];

/** Open challenges: those who seek, those who take, and those who look. */
const seeking = ({ rng }: Visit): Words => {
  const [game, options] = weighted(
    rng,
    GAMES.filter(([, [, words]]) => !words.includes('-swap')),
  );
  return [
    weighted(rng, [
      [6, [game, 'seek', options, oneOf(rng, ['', '', '--rated', '--days=7']), oneOf(rng, ['', '', '2'])].join(' ')],
      [1, `${game} seek ${options} always 1`],
      [2, `take ${1 + rng.below(60)}`],
      [1, 'seek list'],
      [0.5, 'seek off'],
    ])
      .replace(/ +/g, ' ')
      .trim(),
  ];
};

const VISITS: readonly (readonly [weight: number, visit: (visit: Visit) => Words])[] = [
  [10, challengeWords],
  [3, seeking],
  [2.5, settings],
  [0.8, holiday],
  [1, following],
  [0.6, company],
  [0.4, () => ['games']],
  [0.3, () => ['set']],
  [0.3, () => ['thank you', 'What a nice game that was.']],
  [0.03, ({ person }) => [`signoff ${person.name}`]],
];

export const visitWords = (visit: Visit): Words => weighted(visit.rng, VISITS)(visit);

interface Look {
  readonly rng: Random;
  readonly table: LoadedMatch;
  readonly name: string;
}

const tableOf = (match: Match): LoadedMatch => {
  const game = must(findGame(match.game), match.game);
  return { game, match, matchState: matchStateOf(game, match) };
};

type Position = LoadedMatch['matchState']['position'];

function someMove(
  { rng, table: { game } }: Look,
  position: Position,
): { readonly text: string; readonly next: Position } {
  const won = chance(rng, 0.8) ? game.winningMove(position) : null;
  const move = won ?? game.randomMove(position, rng);
  return { text: game.format(position, move), next: game.play(position, move) };
}

const isOver = ({ table: { game } }: Look, position: Position): boolean => game.toMove(position) === null;

/** Answers to moves that may come, below one's own: `if c2 then d3`, `else resign`. */
function conditions(look: Look, position: Position): readonly string[] {
  const { rng, table } = look;
  if (isOver(look, position) || table.matchState.holders.length > 2) return [];
  const lines: string[] = [];
  for (let left = 1 + rng.below(3); left > 0; left--) {
    const theirs = someMove(look, position);
    if (!isOver(look, theirs.next)) lines.push(`if ${theirs.text} then ${someMove(look, theirs.next).text}`);
  }
  return chance(rng, 0.1) ? [...lines, 'else resign'] : lines;
}

function ownTurn(look: Look): string {
  const { rng, table } = look;
  const { position } = table.matchState;
  if (maySwap(table) && chance(rng, 0.4)) return 'swap';
  const move = someMove(look, position);
  return weighted<() => string>(rng, [
    [80, () => move.text],
    [5, () => `${move.text}\n\nA few words for you.\nthinking: I hope for the middle.`],
    [5, () => [move.text, ...conditions(look, move.next)].join('\n')],
    [2.5, () => 'resign'],
    [2, () => 'undo'],
    [1.5, () => 'draw'],
    [1, () => `submit ${move.text}`],
    [1, () => `preview ${move.text}`],
    [1, () => 'note look at the middle'],
    [1, () => `addtime ${1 + rng.below(3)}`],
    [1, () => 'show'],
  ])();
}

function ofOthers(look: Look): string | null {
  const { rng, table } = look;
  const ahead = someMove(look, table.matchState.position).text;
  return weighted<string | null>(rng, [
    [80, null],
    [5, 'chat\n\nHello there.'],
    [3, `queue ${ahead}`],
    [1, 'queue resign'],
    [2, 'undo'],
    [2, `addtime ${1 + rng.below(3)}`],
    [1, 'draw'],
    [1, 'queue off'],
  ]);
}

/** To a proposal, and to a board that waits for their word. */
const answer = (rng: Random): string | null =>
  weighted<string | null>(rng, [
    [6, 'accept'],
    [3, 'reject'],
    [1, null],
  ]);

/** The text of a reply of this player to the board; null: they let it be. */
export function replyText(rng: Random, match: Match, name: string): string | null {
  if (!userids(match).includes(name)) return null;
  switch (match.state) {
    case 'removed':
      return null;
    case 'invited':
      return match.challenger === name ? null : answer(rng);
    case 'over':
      return chance(rng, 0.06) ? 'rematch' : null;
    case 'active':
      return running({ rng, table: tableOf(match), name });
  }
}

function running(look: Look): string | null {
  const { rng, name, table } = look;
  const { game, match, matchState } = table;
  const isTheirs = (index: number): boolean => playerName(match.players[index]) === name;
  if (findMissingAnswers(match, matchState).some(isTheirs) && chance(rng, 0.7)) return answer(rng);
  if (match.record.some(({ kind }) => kind === 'absence') && chance(rng, 0.1)) return 'claim';
  const { submitted } = match;
  if (submitted?.by === name && submitted.ply === matchState.plies.length && chance(rng, 0.8)) return 'confirm';
  const turn = turnOf(game, match, matchState);
  return turn !== null && isTheirs(turn.player) ? ownTurn(look) : ofOthers(look);
}
