// `npm run simulate:season -- [seed [players]]`: prints a season of a club as a table.
// The exit status is 1 after a fault, and if the ratings don't rank the players.
import { randomInt } from 'node:crypto';
import { row as rowOf } from '../year/counts.ts';
import { Season, type SeasonOutcome } from './season.ts';

/** Below this the ratings do not tell who is strong. */
const LEAST_CORRELATION = 0.85;

const row = (name: string, value: number | string): string => rowOf(name, value, 44);

function summary({ matches, mails, days, forfeits, tournaments, correlation, ranked, faults }: SeasonOutcome): string {
  const { user, system } = process.cpuUsage();
  const names = tournaments.map(({ number, name, kind, entrants, pairings, state }) =>
    row(`${number} ${name ?? ''} (${kind}, ${entrants.length} players, ${pairings.length} pairings)`, state),
  );
  return [
    row('matches', matches),
    row('mails sent', mails),
    row('lost on time', forfeits),
    row('days until every tournament had ended', Math.round(days)),
    row('seconds of CPU time', Math.round((user + system) / 1e6)),
    ...names,
    row(`rank correlation of ${ranked} players`, correlation.toFixed(3)),
    faults.length === 0 ? 'Nothing was as it must not be.' : `${faults.length} faults:`,
    ...faults.slice(0, 40).map(fault => `  ${fault}`),
  ].join('\n');
}

const [seed = randomInt(1_000_000), players = 300] = process.argv.slice(2).map(Number);
console.log(`seed ${seed}, ${players} players`);
const outcome = await new Season({ seed, players, cups: 3, every: 'month', swiss: 64, games: 1 }).run();
console.log(summary(outcome));
if (outcome.faults.length > 0 || outcome.correlation < LEAST_CORRELATION) process.exitCode = 1;
