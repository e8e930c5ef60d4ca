// What people write of their own accord: challenges to all games, settings, holidays, whom they follow or block.
import { type Random } from '#games/kit/random.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { chance, oneOf, type Person, weighted } from './person.ts';
import { dayIn } from './told-times.ts';

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

export function challengeWords({ rng, person, other, stranger }: Visit): Words {
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
