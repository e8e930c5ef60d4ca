// Tells the operator by a web hook or a command. It works while no mail does.
import { spawn } from 'node:child_process';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log, OperatorLine } from '#service/ports.ts';

/** A hook or a command that takes longer is given up. */
const TIMEOUT_MS = 20_000;
/** Alerts that run at the same time. Further ones are dropped, and logged. */
const MAX_RUNNING = 3;

async function post(url: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { ok, status, body: answer } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  await answer?.cancel();
  if (!ok) throw new Error(`the hook answered ${status}`);
}

/** Runs the program without a shell. Its input is the line. */
const runCommand = (command: string, input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [], {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', code => (code === 0 ? resolve() : reject(new Error(`the command ended with ${code}`))));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** `target`: a URL, or the path of a program. '': no second way. The returned function never throws. */
export function createAlert(target: string, log: Log): (line: OperatorLine) => void {
  let runningCount = 0;
  return ({ event, facts }) => {
    if (target === '') return;
    const logFailure = (error: unknown): void => log.warn('alert-failed', { about: event, why: reasonOf(error) });
    if (runningCount >= MAX_RUNNING) {
      logFailure(new Error('earlier alerts are still running'));
      return;
    }
    runningCount += 1;
    const line = `${JSON.stringify({ event, ...facts })}\n`;
    const sent = /^https?:/.test(target) ? post(target, line) : runCommand(target, line);
    void sent.catch(logFailure).finally(() => {
      runningCount -= 1;
    });
  };
}
