// The lock of a data folder between processes: of those that start at one instant one holds it, and none that was killed does.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { built, builtProgram, type Program } from './program.ts';

const PROCESSES = 4;
const ROUNDS = times(2, 20);

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

interface Contender {
  readonly child: ChildProcess;
  /** Resolves when it is ready to try. */
  readonly ready: Promise<unknown>;
  /** Tries to take the lock: what came of it, `held` or `refused`. */
  readonly tries: () => Promise<string>;
  readonly gone: Promise<unknown>;
}

/** Takes the lock and keeps it until it is killed. */
function contender(dir: string): Contender {
  const lock = built('src/adapters/store/json/folder.js');
  const code = `const { lockFolder } = await import('${lock}');
    process.stdout.write('ready\\n');
    process.stdin.once('data', async () => {
      try {
        globalThis.lock = await lockFolder(${JSON.stringify(dir)});
        process.stdout.write('held\\n');
      } catch { process.stdout.write('refused\\n'); }
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const words = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await words.next()).value as string;
  const ready = next();
  return {
    child,
    ready,
    tries: async () => {
      await ready;
      child.stdin.write('go');
      return next();
    },
    gone: new Promise(resolve => child.once('close', resolve)),
  };
}

async function kill(contenders: readonly Contender[]): Promise<void> {
  for (const { child } of contenders) child.kill('SIGKILL');
  await Promise.all(contenders.map(({ gone }) => gone));
}

describe('the lock', () => {
  it.each([
    ['without a file', null],
    ['with one left behind', JSON.stringify({ pid: 1, started: '' })],
  ])(`${PROCESSES} processes at one instant, ${ROUNDS} rounds, %s: one holds it`, async (name, stale) => {
    for (let round = 0; round < ROUNDS; round++) {
      const dir = program.folder(`lock ${name} ${round}`);
      mkdirSync(dir);
      if (stale !== null) writeFileSync(join(dir, 'lock'), stale);
      const all = Array.from({ length: PROCESSES }, () => contender(dir));
      await Promise.all(all.map(({ ready }) => ready));
      const outcomes = await Promise.all(all.map(({ tries }) => tries()));
      await kill(all);
      expect(outcomes.filter(outcome => outcome === 'held').length, `round ${round}: ${outcomes.join()}`).toBe(1);
    }
  });

  it('is free at once when its holder was killed', async () => {
    const dir = program.folder('killed');
    mkdirSync(dir);
    for (let round = 0; round < times(2, 10); round++) {
      const [first, second] = [contender(dir), contender(dir)];
      await second.ready;
      expect(await first.tries()).toBe('held');
      first.child.kill('SIGKILL');
      await first.gone;
      expect(await second.tries(), `round ${round}`).toBe('held');
      await kill([first, second]);
    }
  });
});
