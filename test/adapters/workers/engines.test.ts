// Engines in their thread: a request in, a legal move out; a tree that is kept; what hangs or dies is given up, and nobody waits for it.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { games } from '#games/registry/index.ts';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { thread } from '#adapters/workers/thread.ts';
import type { SearchRequest } from '#engines/index.ts';
import { setupOf } from '#test/conformance/game.ts';

const hex = games.find(({ name }) => name === 'hex')!;
const setup = setupOf(hex, [['size', '4']]);
const request = (over: Partial<SearchRequest> = {}): SearchRequest => ({
  ...{ engine: 'plain', game: 'hex', setup, position: hex.encode(hex.start(setup)), moves: [] },
  ...{ seed: 1, sessionKey: 'test', milliseconds: null, nodes: 50, weakness: null, swapAfter: null },
  ...over,
});

const folder = mkdtempSync(join(tmpdir(), 'nexpost-thread-'));
const file = (code: string): URL => {
  const path = join(folder, `${Math.abs(code.length * 7919)}.mjs`);
  writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${code}\n`);
  return pathToFileURL(path);
};

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe('engines', () => {
  it('answer in the thread as they would here', async () => {
    const engines = startEngineThreads();
    closers.push(engines.close);
    const here = searchSessions(() => 0);
    const moves = ['b2', 'c3'];
    expect(await engines.search(request())).toEqual(here(request()));
    expect(await engines.search(request({ moves }))).toEqual(here(request({ moves })));
  });

  it('play on without a network where its file is damaged: else a robot would never move again', () => {
    const search = searchSessions(
      () => 0,
      () => {
        throw new Error('this network has 10 bytes, not 20');
      },
    );
    for (const engine of ['random', 'plain', 'mcts'])
      expect(search(request({ engine, swapAfter: 1 })).move).toMatch(/^[a-d][1-4]$/);
    expect(() => search(request({ engine: 'network' }))).toThrow('10 bytes');
  });

  it('go on from what they know where the moves go on, and begin anew where they do not', () => {
    const search = searchSessions(() => 0);
    search(request({ nodes: 2_000 }));
    const move = search(request({ nodes: 2_000 })).move;
    const known = search(request({ moves: [move], nodes: 1 }));
    expect(known.value).not.toBe(searchSessions(() => 0)(request({ moves: [move], nodes: 1 })).value);
    // Taken back: another line of the same game is searched from its beginning.
    expect(search(request({ moves: ['a1'], nodes: 20 }))).toEqual(
      searchSessions(() => 0)(request({ moves: ['a1'], nodes: 20 })),
    );
  });

  it('swap where the opening is good, and open fairly', () => {
    const search = searchSessions(() => 0);
    const asked = { engine: 'network', nodes: 60, swapAfter: 1 };
    expect(search(request({ ...asked, moves: ['b3'] })).move).toBe('swap');
    expect(search(request({ ...asked, moves: ['a1'] })).move).not.toBe('swap');
    expect(search(request({ ...asked, swapAfter: null, moves: ['b3'] })).move).not.toBe('swap');
    const fair = search(request(asked));
    expect(Math.abs(fair.value! - 0.5)).toBeLessThan(Math.abs(search(request({ ...asked, swapAfter: null })).value! - 0.5)); // prettier-ignore
    expect(search(request(asked))).toEqual(fair);
    // It values no move, so it neither swaps nor looks for a fair move.
    expect(search(request({ ...asked, engine: 'random', moves: ['b3'] })).move).not.toBe('swap');
    expect(search(request({ ...asked, engine: 'random' })).nodes).toBe(1);
  });

  it('keep to their time by the clock they are given', () => {
    let now = 0;
    const search = searchSessions(() => (now += 1));
    const { nodes } = search(request({ nodes: null, milliseconds: 25 }));
    expect(nodes).toBeGreaterThan(0);
    expect(nodes).toBeLessThanOrEqual(25);
    const fair = search(request({ nodes: null, milliseconds: 25, swapAfter: 1 }));
    expect(fair.nodes).toBeGreaterThan(0);
    expect(fair.nodes).toBeLessThanOrEqual(25);
  });

  it('reject what cannot be searched, and answer the next', async () => {
    const engines = startEngineThreads();
    closers.push(engines.close);
    await expect(engines.search(request({ moves: ['z9'] }))).rejects.toThrow('legal');
    await expect(engines.search(request({ milliseconds: null, nodes: null }))).rejects.toThrow('limit');
    expect(hex.looksLikeMove((await engines.search(request())).move)).toBe(true);
  });

  it('reject everybody who waits when they are closed, and whoever comes later', async () => {
    const engines = startEngineThreads();
    const waiting = [engines.search(request({ nodes: 1e9 })), engines.search(request())].map(each =>
      each.catch((error: unknown) => String(error)),
    );
    await engines.close();
    expect(await Promise.all(waiting)).toEqual(['Error: the thread was ended', 'Error: the thread was ended']);
    await expect(engines.search(request())).rejects.toThrow('ended');
  });
});

describe('a thread', () => {
  it('that dies or hangs fails the question it had, and another one answers the next', async () => {
    const { ask, close } = thread<string, string>(
      file(`parentPort.on('message', ({ id, question }) => {
        if (question === 'die') process.exit(3);
        if (question === 'throw') setTimeout(() => { throw new Error('oh'); });
        if (question === 'hang') for (;;);
        if (question === 'answer') parentPort.postMessage({ id, answer: 'yes' });
      });
      parentPort.postMessage('up');`),
    );
    closers.push(close);
    const failing = ['die', 'throw', 'hang'].map(question =>
      ask(question, 300).catch((error: unknown) => String(error)),
    );
    const answered = ask('answer', 5_000);
    expect(await Promise.all(failing)).toEqual([
      'Error: the thread ended with 3',
      'Error: oh',
      'Error: no answer in time',
    ]);
    expect(await answered).toBe('yes');
  });

  it('that cannot even start rejects', async () => {
    const { ask, close } = thread<string, string>(file('throw new Error("broken");'));
    closers.push(close);
    await expect(ask('anything', 5_000)).rejects.toThrow('broken');
  });
});
