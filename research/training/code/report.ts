// Takes accepted generations into the repository, and writes the page about them.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { games } from '#games/registry/index.ts';
import { type Card, cardFileOf, cardsOf, GAMES, networkFileOf } from './cards.ts';
import { cardsIn, fileOf } from './folder.ts';
import { PLANS } from './plans.ts';

const PAGE = join('docs', 'training.md');

/** Cards, one a line, so that a change shows what came. */
const asFile = (cards: readonly Card[]): string => `[\n${cards.map(card => JSON.stringify(card)).join(',\n')}\n]\n`;

/** Do the generations of a folder go on from this one? */
const descends = (cards: readonly Card[], from: Card | undefined): boolean =>
  from === undefined || cards.some(card => JSON.stringify(card) === JSON.stringify(from));

/** Adds the generations of a training folder that are newer than those of the repository. */
export function keepGenerations(dir: string, folder = GAMES): void {
  for (const game of Object.keys(PLANS)) {
    const kept = cardsOf(game, folder);
    const inFolder = cardsIn(join(dir, game));
    const newer = inFolder.filter(({ generation }) => generation > (kept.at(-1)?.generation ?? 0));
    const newest = newer.at(-1);
    if (newest === undefined) continue;
    if (!descends(inFolder, kept.at(-1))) {
      console.error(`${game}: left out. The folder did not begin with the newest network of the repository.`);
      continue;
    }
    copyFileSync(join(dir, game, fileOf(newest.generation)), networkFileOf(game, folder));
    writeFileSync(cardFileOf(game, folder), asFile([...kept, ...newer]));
    console.log(`${game}: generation ${newest.generation} is in the repository now.`);
  }
}

const INTRODUCTION = `# Training

How strong the networks are, and what they cost. \`npm run train -- --report\` writes this page from the cards beside the
networks (\`games/*/network.json\`). [Decision 035](decisions/035-networks.md) says how they are trained.

A match is 200 games from 100 openings of two plies, both sides, at about 15 ms of CPU a move for either player. *Today's search* is
the Monte Carlo tree search that the robots played by before there were networks. A test holds it as it was. Elo is that against
today's search: 200 games show at most 1,040. [strength.md](strength.md) gives both sides more time, so its shares
differ. The match against the last generation has selected the network, so that its result is a little too good. The hours are those of one core, for play and learning. Those of a GPU stand
beside them ([decision 035](decisions/035-networks.md)).`;

/** Elo of a full bar. */
const FULL = 40;
const EACH = 25;

const bar = (elo: number): string => '█'.repeat(Math.max(0, Math.min(FULL, Math.round(elo / EACH))));

const share = ({ score, games: played }: Card['last']): string => `${((100 * score) / played).toFixed(1)} %`;

const hoursOf = ({ hours, gpuHours }: Card): string =>
  `${hours.toFixed(1)}${gpuHours === undefined ? '' : `, GPU ${gpuHours.toFixed(2)}`}`;

const rowOf = (card: Card): string =>
  [
    '',
    ...[
      card.generation,
      card.date,
      card.games,
      hoursOf(card),
      card.size,
      share(card.last),
      share(card.today),
      card.today.elo,
    ],
    '',
  ]
    .join(' | ')
    .trim();

function sectionOf(title: string, cards: readonly Card[]): string {
  const columns = [
    'generation',
    'date',
    'games',
    'CPU hours',
    'board',
    'against the last',
    'against today’s search',
    'Elo',
  ];
  const width = Math.max(...cards.map(({ hours }) => hours.toFixed(1).length));
  return [
    `## ${title}\n`,
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...cards.map(rowOf),
    '\nElo by CPU hours:\n',
    '```',
    ...cards.map(({ hours, today: { elo } }) => `${hours.toFixed(1).padStart(width)} h ${bar(elo)} ${elo}`),
    '```',
  ].join('\n');
}

/** The page, from the cards of the repository. */
export function reportPage(folder = GAMES): string {
  const sections = games.flatMap(({ name, title }) => {
    const cards = cardsOf(name, folder);
    return cards.length === 0 ? [] : [sectionOf(title, cards)];
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

export const writeReport = (): void => writeFileSync(PAGE, reportPage());
