// `npm run simulate:year -- [seed [players]]`: prints a year of many players as a table.
// The exit status is 1 after a fault, if hardly a match ends on time, and if a kind never occurs.
import { randomInt } from 'node:crypto';
import { shareOnTime, summary } from './counts.ts';
import { Year } from './year.ts';

/** A year in which hardly any game ends by its clock looks at no clocks. */
const LEAST_ON_TIME = 0.05;
/** What is rare may not occur in one year: another is lived then, and each kind must occur in one of so many. */
const MOST_YEARS = 4;

const [first = randomInt(1_000_000), players = 200] = process.argv.slice(2).map(Number);
let missing: readonly string[] | null = null;
for (let seed = first; seed < first + MOST_YEARS && (missing === null || missing.length > 0); seed++) {
  console.log(`seed ${seed}, ${players} players`);
  const outcome = await new Year({ seed, players, days: 365, visitDays: 23 }).run();
  console.log(summary(outcome));
  const { faults } = outcome.watch;
  if (faults.length > 0 || shareOnTime(outcome) < LEAST_ON_TIME) process.exitCode = 1;
  missing = outcome.missing.filter(kind => missing?.includes(kind) ?? true);
}
if (missing !== null && missing.length > 0) {
  console.log(`In no year occurred: ${missing.join(', ')}`);
  process.exitCode = 1;
}
