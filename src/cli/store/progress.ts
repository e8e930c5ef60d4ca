// Shows on stderr how far a dump is: a bar at a terminal, elsewhere a line now and then.
import type { Writable } from 'node:stream';
import type { Counts, StreamEntry } from '#adapters/store/entry-stream.ts';

/** How often progress is printed. Milliseconds. */
const BAR_MS = 200;
const LINE_MS = 10_000;
const WIDTH = 30;
/** Before this time has passed, the time left cannot be estimated. Milliseconds. */
const KNOWN_MS = 2_000;

/** Yields the same entries. Each kind has its own count. `verb`: before the kind, if the entries are not copied. */
export async function* showProgress(
  entries: AsyncIterable<StreamEntry>,
  sizes: Counts,
  out: Writable,
  verb = '',
  now: () => number = Date.now,
): AsyncGenerator<StreamEntry> {
  const isTerminal = (out as { isTTY?: boolean }).isTTY === true;
  let kind: StreamEntry['kind'] = 'header';
  let [done, begun, shown] = [0, 0, 0];

  const show = (lineEnd = ''): void => {
    shown = now();
    if (kind === 'header' || kind === 'fact' || kind === 'end') return;
    const total = Math.max(done, sizes[kind]);
    const left = done === total || shown - begun < KNOWN_MS ? '' : `, ${formatSpan(((shown - begun) / done) * (total - done))} left`; // prettier-ignore
    const counted = `${verb}${kind}s: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${left}`;
    const bar = '#'.repeat(Math.round((done / total) * WIDTH)).padEnd(WIDTH, '.');
    out.write(isTerminal ? `\r[${bar}] ${counted}\u001b[K${lineEnd}` : `${counted}\n`);
  };

  for await (const entry of entries) {
    if (entry.kind !== kind) {
      show('\n');
      [kind, done, begun, shown] = [entry.kind, 0, now(), now()];
    }
    done += 1;
    if (now() - shown >= (isTerminal ? BAR_MS : LINE_MS)) show();
    yield entry;
  }
}

/** `40 s`, `3 min`. */
const formatSpan = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
