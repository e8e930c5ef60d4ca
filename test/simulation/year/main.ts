// `npm run simulate:year -- [seed [players]]`: a year of many players in a minute or two; what happened, as a table; exit status 1 if anything was not as it must be.
import { randomInt } from 'node:crypto';
import { shareOnTime, summary } from './summary.ts';
import { Year } from './year.ts';

/** A year in which hardly any game ends by its clock looks at no clocks. */
const LEAST_ON_TIME = 0.05;

const [seed = randomInt(1_000_000), players = 200] = process.argv.slice(2).map(Number);
console.log(`seed ${seed}, ${players} players`);
const outcome = await new Year({ seed, players, days: 365, visitDays: 23 }).run();
console.log(summary(outcome));
const { faults } = outcome.watch;
if (faults.length + outcome.missing.length > 0 || shareOnTime(outcome) < LEAST_ON_TIME) process.exitCode = 1;
