// Measures CPU time, and how fast the machine is at the moment.
import { readFileSync } from 'node:fs';

/** Seconds of CPU that this process has used. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds of CPU that this process has used, with the processes it started and waited for (on Linux). */
export const cpuSeconds = (): number => ownSeconds() + childrenSeconds();

/** The fields cutime and cstime of /proc/self/stat (proc(5)), in ticks of 1/100 s. */
function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Does work of a fixed size and of the kind the tests do (small objects, strings, maps, JSON). Returns its CPU seconds. */
export function timeWork(): number {
  const since = ownSeconds();
  let sum = 0;
  for (let round = 0; round < 12; round++) {
    const cells = new Map<string, { readonly row: number; readonly owner: string }>();
    for (let n = 0; n < 200; n++)
      cells.set(`cell ${n * 7 + round}`, { row: n % 13, owner: n % 2 === 0 ? 'black' : 'white' });
    const copy = JSON.parse(JSON.stringify([...cells])) as [string, { row: number }][];
    for (const [name, { row }] of copy) sum += name.length * row;
  }
  if (sum === 0) throw new Error('the work was not done');
  return ownSeconds() - since;
}
