// The lock of a data folder between processes: of those that start at one instant one holds it, and none that was killed does.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { built, builtProgram, type Program } from './program.ts';

const PROCESSES = 4;
const ROUNDS = times(2, 20);
/** How long whoever holds it is watched for a second holder; the race this replaces showed within 20 ms. */
const WATCH_MS = 60;

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

interface Contender {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly gone: Promise<unknown>;
}

/** Takes the lock and keeps it until it is killed. */
function contender(dir: string): Contender {
  const lock = built('src/adapters/store/json/lock.js');
  const code = `const { lockFolder } = await import('${lock}');
    process.stdout.write('ready ');
    process.stdin.once('data', async () => {
      try {
        globalThis.lock = await lockFolder(${JSON.stringify(dir)});
        process.stdout.write('held ');
      } catch { process.stdout.write('refused '); }
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: () => said, gone: new Promise(resolve => child.once('close', resolve)) };
}

const until = async (isSo: () => boolean): Promise<void> => {
  for (const late = Date.now() + 10_000; !isSo() && Date.now() < late;) await sleep(2);
};

const go = ({ child }: Contender): void => {
  child.stdin!.write('go');
};

const isHolding = ({ said }: Contender): boolean => said().includes('held');

async function kill(contenders: readonly Contender[]): Promise<void> {
  for (const { child } of contenders) child.kill('SIGKILL');
  await Promise.all(contenders.map(({ gone }) => gone));
}

describe('the lock', () => {
  it.each([
    ['without a file', null],
    ['with one left behind', JSON.stringify({ pid: 1, started: '' })],
  ])(
    `${PROCESSES} processes at one instant, ${ROUNDS} rounds, %s: one holds it`,
    { timeout: 600_000 },
    async (name, stale) => {
      for (let round = 0; round < ROUNDS; round++) {
        const dir = program.folder(`lock ${name} ${round}`);
        mkdirSync(dir);
        if (stale !== null) writeFileSync(join(dir, 'lock'), stale);
        const all = Array.from({ length: PROCESSES }, () => contender(dir));
        await until(() => all.every(({ said }) => said().includes('ready')));
        all.forEach(go);
        await until(() => all.some(isHolding));
        await sleep(WATCH_MS);
        const holders = all.filter(isHolding).length;
        await kill(all);
        expect(holders, `round ${round}`).toBe(1);
      }
    },
  );

  it('is free at once when its holder was killed', async () => {
    const dir = program.folder('killed');
    mkdirSync(dir);
    for (let round = 0; round < times(2, 10); round++) {
      const [first, second] = [contender(dir), contender(dir)];
      await until(() => [first, second].every(({ said }) => said().includes('ready')));
      go(first);
      await until(() => isHolding(first));
      first.child.kill('SIGKILL');
      go(second);
      await until(() => isHolding(second));
      expect(isHolding(second), `round ${round}`).toBe(true);
      await kill([first, second]);
    }
  });
});
