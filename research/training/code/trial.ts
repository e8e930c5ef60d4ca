// The trial of a candidate: a match against the last generation, and with that won, one against today's search.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { todaysEngine } from './todays-search.ts';
import { createNetworkEngine } from '#engines/network-engine.ts';
import { type Card, resultOf } from './cards.ts';
import {
  cardOf,
  fileOf,
  lastNetwork,
  networkIn,
  newestIn,
  type Progress,
  readJson,
  setupOf,
  toldIn,
  writeFile,
} from './folder.ts';
import { type MatchRules, NO_GAMES, playOpening, type Tally } from './match.ts';

/** Games of a match, and the share of its points that a candidate needs against the last generation. */
const GAMES = 200;
const ACCEPTED = 0.52;
const OPENING_PLIES = 2;
const MOVE_MS = 15;
/** So often the learner shows positions between two trials. */
const BETWEEN = 300_000;

/** What trial.json holds: a kill during a trial loses one opening. */
interface Trial {
  /** The number that the candidate gets if it is accepted. */
  readonly generation: number;
  /** The board of both matches. */
  readonly size: string;
  readonly progress: Progress;
  readonly last: Tally;
  readonly today: Tally;
}

/** The folder of a training, and what stands on its cards. */
export interface Training {
  readonly dir: string;
  readonly game: AnyGame;
  readonly commit: string;
  readonly now: () => Date;
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The trial under way, or a new one if the learner has come far enough since the last one; null: it has not. */
export function openTrial(dir: string): Trial | null {
  const size = must(toldIn(dir).sizes.at(-1), 'at least one size');
  const open = readJson(dir, 'trial.json') as Trial | null;
  if (open?.size === size) return open;
  const progress = readJson(dir, 'candidate.json') as Progress | null;
  const judged = (readJson(dir, 'judged.json') as Progress | null)?.shown ?? 0;
  if (progress === null || progress.shown < judged + BETWEEN) return null;
  writeFile(join(dir, 'trial.net'), readFileSync(join(dir, 'candidate.net')));
  const trial = { generation: newestIn(dir) + 1, size, progress, last: NO_GAMES, today: NO_GAMES };
  writeFile(join(dir, 'trial.json'), JSON.stringify(trial));
  return trial;
}

/** Plays one opening of a trial, or ends it; the card of a candidate that was accepted. */
export function proceed(training: Training, trial: Trial): Card | 'open' | 'rejected' {
  const { dir } = training;
  if (isLost(trial.last)) {
    close(dir, trial);
    return 'rejected';
  }
  const candidate = createNetworkEngine(networkIn(dir, 'trial.net'));
  if (trial.last.games < GAMES) {
    const last = playOpening(
      rulesFor(training.game, trial),
      [candidate, createNetworkEngine(lastNetwork(dir))],
      trial.last,
    );
    return keep(dir, { ...trial, last });
  }
  if (trial.today.games < GAMES) {
    return keep(dir, {
      ...trial,
      today: playOpening(rulesFor(training.game, trial), [candidate, todaysEngine], trial.today),
    });
  }
  const card = accept(training, trial);
  close(dir, trial);
  return card;
}

/** Can the candidate no longer reach the share that it needs? */
const isLost = ({ games, score }: Tally): boolean => score + GAMES - games < ACCEPTED * GAMES;

const rulesFor = (game: AnyGame, { size }: Trial): MatchRules => ({
  ...{ game, setup: setupOf(game, size), plies: OPENING_PLIES },
  ...{ milliseconds: MOVE_MS, seed: 1, cpu },
});

function keep(dir: string, trial: Trial): 'open' {
  writeFile(join(dir, 'trial.json'), JSON.stringify(trial));
  return 'open';
}

function close(dir: string, { progress }: Trial): void {
  writeFile(join(dir, 'judged.json'), JSON.stringify(progress));
  rmSync(join(dir, 'trial.json'), { force: true });
}

/** Makes the candidate the next generation. After a kill it does the same again. */
function accept({ dir, game, commit, now }: Training, { generation, size, progress, ...matches }: Trial): Card {
  const { began, seed } = toldIn(dir);
  const [last, today] = [resultOf(matches.last), resultOf(matches.today)];
  const gpuHours = (began.gpuHours ?? 0) + (progress.gpu ?? 0) / 3_600;
  const card: Card = {
    ...{
      game: game.name,
      generation,
      games: began.games + progress.games,
      positions: began.positions + progress.positions,
    },
    hours: began.hours + progress.cpu / 3_600,
    ...(gpuHours > 0 ? { gpuHours } : {}),
    ...{ size, last, today },
    ...{ date: now().toISOString().slice(0, 10), seed, commit },
  };
  writeFile(join(dir, cardOf(generation)), `${JSON.stringify(card)}\n`);
  writeFile(join(dir, fileOf(generation)), readFileSync(join(dir, 'trial.net')));
  return card;
}
