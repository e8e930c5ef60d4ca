// Trains one network until a time: starts players and a learner, and holds trials of what was learned.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Card } from './cards.ts';
import type { Tally } from './match.ts';
import { openTrial, proceed, type Training } from './trial.ts';

const LOOK_MS = 5_000;

export interface Roles {
  readonly players: number;
  /** The Python that has torch. */
  readonly python: string;
  /** Between two times that players and learner write what they have: a kill loses no more. */
  readonly saveSeconds: number;
}

function startRoles(dir: string, { players, python, saveSeconds }: Roles): readonly ChildProcess[] {
  const player = join(import.meta.dirname, 'player.js');
  const learner = join('research', 'training', 'code', 'learn.py');
  const common = [String(saveSeconds), String(process.pid)];
  return [
    ...Array.from({ length: players }, (_, n) =>
      spawn(process.execPath, [player, dir, String(n), ...common], { stdio: 'inherit' }),
    ),
    spawn(python, [learner, dir, ...common], { stdio: 'inherit' }),
  ];
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

const percent = ({ score, games }: Pick<Tally, 'score' | 'games'>): string => `${Math.round((100 * score) / games)} %`;

const describe = ({ game, generation, last, today }: Card): string =>
  `${game}, generation ${generation}: ${percent(last)} against the last one, ${percent(today)} against today’s search, ${today.elo} Elo above it`;

/** False: a player or the learner ended before its time. */
export async function train(training: Training, roles: Roles, until: number): Promise<boolean> {
  const running = startRoles(training.dir, roles);
  // Said once a process ends that could not be started.
  for (const role of running) role.on('error', error => console.error(error.message));
  while (Date.now() < until && running.every(isRunning)) {
    const trial = openTrial(training.dir);
    if (trial === null) {
      await sleep(Math.min(LOOK_MS, Math.max(0, until - Date.now())));
      continue;
    }
    const verdict = proceed(training, trial);
    if (verdict === 'rejected')
      console.log(
        `${training.game.name}: the last generation holds, ${percent(trial.last)} of ${trial.last.games} games`,
      );
    else if (verdict !== 'open') console.log(describe(verdict));
    // Children that ended are noticed between two openings.
    await sleep(0);
  }
  const isWell = running.every(isRunning);
  for (const role of running) role.kill();
  return isWell;
}
