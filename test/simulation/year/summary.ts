// A simulated year as a table that people like to read.
import type { Counts } from './counts.ts';
import type { YearOutcome } from './year.ts';

const row = (name: string, count: number): string => `  ${name.padEnd(28)}${String(count).padStart(8)}`;

function section(title: string, counts: Counts, prefix: string): readonly string[] {
  return ['', title, ...counts.under(prefix).map(([name, count]) => row(name, count))];
}

/** The share of matches that ended because somebody's time was over. */
export const shareOnTime = ({ watch: { counts }, matches }: YearOutcome): number =>
  (counts.of('end out-of-time') + counts.of('end declined by silence')) / matches;

/** The end of the text says what was not as it must be, if anything. */
export function summary(outcome: YearOutcome): string {
  const { watch, matches, days, missing } = outcome;
  const { counts, faults } = watch;
  const [busiest = '', most = 0] = [...watch.days].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const { user, system } = process.cpuUsage();
  return [
    row('matches', matches),
    row('mails sent', counts.of('mails')),
    row('reminders', counts.of('reminders')),
    row('lost on time', counts.of('forfeits')),
    row('digests', counts.of('mail digest')),
    row(`mails on ${busiest}`, most),
    row('days until all had ended', Math.round(days)),
    row('seconds of CPU time', Math.round((user + system) / 1e6)),
    `  ${(100 * shareOnTime(outcome)).toFixed(1)} % of the matches ended on time`,
    ...section('matches by end', counts, 'end '),
    ...section('entries of records', counts, 'entry '),
    ...section('events', counts, 'event '),
    ...section('mails written', counts, 'mail '),
    '',
    missing.length === 0 ? 'Every kind of thing occurred.' : `Never occurred: ${missing.join(', ')}`,
    faults.length === 0 ? 'Nothing was as it must not be.' : `${faults.length} faults:`,
    ...faults.slice(0, 40).map(fault => `  ${fault}`),
  ].join('\n');
}
