// Where the time goes: samples a stretch of work and sums the samples by who was running, package or folder.
import { Session } from 'node:inspector/promises';

export interface Share {
  readonly who: string;
  readonly percent: number;
}

const FOLDER = /\/dist\/((?:games|src)(?:\/[\w-]+){1,3})/;
const PACKAGE = /node_modules\/((?:@[\w-]+\/)?[\w-]+)/g;

function whoIs(url: string, name: string): string {
  const packages = [...url.matchAll(PACKAGE)];
  const last = packages.at(-1)?.[1];
  if (last !== undefined) return last;
  const own = FOLDER.exec(url)?.[1];
  if (own !== undefined) return `nexpost ${own}`;
  if (name === '(idle)' || name === '(garbage collector)') return name;
  return url.startsWith('node:') || url === '' ? 'node itself' : 'the bench';
}

/** Runs the work under the sampling profiler; shares of busy time, largest first. */
export async function profiled<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly shares: readonly Share[]; readonly idle: number }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const value = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const frames = new Map(profile.nodes.map(node => [node.id, node.callFrame]));
  const times = new Map<string, number>();
  profile.samples?.forEach((id, index) => {
    const frame = frames.get(id);
    const who = whoIs(frame?.url ?? '', frame?.functionName ?? '');
    times.set(who, (times.get(who) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const idle = times.get('(idle)') ?? 0;
  times.delete('(idle)');
  const shares = [...times]
    .map(([who, time]) => ({ who, percent: Number(((100 * time) / (all - idle)).toFixed(1)) }))
    .toSorted((a, b) => b.percent - a.percent);
  return { value, shares, idle: Number(((100 * idle) / all).toFixed(1)) };
}
