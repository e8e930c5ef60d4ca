// Visitors of the pages, as a process of their own: so many at once, or so many page views a second; tells how many were answered, and how long they waited.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Visit {
  readonly port: number;
  /** Boards from 101 on, of which each view takes one. */
  readonly boards: number;
  readonly seconds: number;
  /** Views a second; 0: as many as `atOnce` visitors can get one after the other. */
  readonly rate: number;
  readonly atOnce: number;
}

export interface Views {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let visitors = 0;

/** Milliseconds until the page was there; null: it was none. */
const view = ({ port, boards }: Visit): Promise<number | null> => {
  const begin = performance.now();
  const number = 101 + ((visitors * 7919) % boards);
  visitors += 1;
  // Each view is another visitor's, so that no limit of one is met.
  const headers = { 'X-Forwarded-For': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` };
  return new Promise(done => {
    get({ agent, port, host: '127.0.0.1', path: `/nex/${number}`, headers }, response => {
      response.resume();
      response.once('end', () => done(response.statusCode === 200 ? performance.now() - begin : null));
    }).once('error', () => done(null));
  });
};

async function visited(visit: Visit): Promise<Views> {
  const waits: (number | null)[] = [];
  const begin = performance.now();
  const end = begin + visit.seconds * 1_000;
  const one = async (): Promise<void> => void waits.push(await view(visit));
  if (visit.rate === 0) {
    const inTurn = async (): Promise<void> => {
      while (performance.now() < end) await one();
    };
    await Promise.all(Array.from({ length: visit.atOnce }, inTurn));
  } else {
    const all: Promise<void>[] = [];
    for (let due = begin; due < end; due += 1_000 / visit.rate) {
      await sleep(Math.max(0, due - performance.now()));
      all.push(one());
    }
    await Promise.all(all);
  }
  const took = (performance.now() - begin) / 1_000;
  const sorted = waits.filter(wait => wait !== null).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / took, p50: at(0.5), p99: at(0.99), failed: waits.length - sorted.length };
}

process.on('message', (visit: Visit) => {
  void visited(visit).then(views => process.send?.(views));
});
process.send?.('ready');
