// `npm run simulate:clubs -- [seed [players]]`: prints a year of clubs and leagues as a table.
// The exit status is 1 after a fault, and if a reader got more mails than promised.
import { randomInt } from 'node:crypto';
import { row } from '../year/counts.ts';
import { ClubYear, PROMISED } from './clubs.ts';

const [seed = randomInt(1_000_000), players = 200] = process.argv.slice(2).map(Number);
console.log(`seed ${seed}, ${players} players`);
const { seasons, matches, longest, mails, faults } = await new ClubYear({ seed, players, days: 365 }).run();
const over = seasons.filter(({ state }) => state === 'over');
console.log(row('seasons of the two leagues', seasons.length));
console.log(row('of them ended', over.length));
console.log(row('players of the largest season', Math.max(0, ...seasons.map(({ entrants }) => entrants.length))));
console.log(row('days of the longest season', Math.round(longest)));
console.log(row('matches of clubs that ended', matches.filter(({ state }) => state === 'over').length));
for (const [kind, { all, inWeek }] of Object.entries(mails))
  console.log(row(`${kind}: all, most of a reader in a week`, `${all}, ${inWeek}`));
const { user, system } = process.cpuUsage();
console.log(row('seconds of CPU time', Math.round((user + system) / 1e6)));
const broken = Object.entries(PROMISED).filter(([kind, most]) => mails[kind as keyof typeof PROMISED].inWeek > most);
const all = [...faults, ...broken.map(([kind]) => `more mails than promised: ${kind}`)];
console.log(
  all.length === 0 ? 'Nothing was as it must not be.' : `${all.length} faults:\n${all.slice(0, 40).join('\n')}`,
);
if (all.length > 0) process.exitCode = 1;
