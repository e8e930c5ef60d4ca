// The embedded server in a process of its own, so that it can be killed; what is built runs (test/build.ts).
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { built } from '#test/e2e/program.ts';
import { domain } from './support.ts';

const program = `
import { startEmbedded } from '${built('src/trial/start-embedded.js')}';
const log = () => undefined;
const options = { dir: process.argv[1], smtpPort: 0, imapPort: 0, domain: '${domain}', service: 'games', log };
const { smtpPort, imapPort, servicePassword } = await startEmbedded(options);
console.log(JSON.stringify({ smtpPort, imapPort, servicePassword }));
`;

export interface Child {
  readonly process: ChildProcess;
  readonly smtpPort: number;
  readonly imapPort: number;
  /** kill -9, and gone. */
  readonly kill: () => Promise<void>;
}

export async function serve(dir: string): Promise<Child> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = (): Promise<void> => {
    child.kill('SIGKILL');
    return gone;
  };
  for await (const line of createInterface(child.stdout)) {
    return { process: child, kill, ...(JSON.parse(line) as { smtpPort: number; imapPort: number }) };
  }
  throw new Error('the server ended before it was ready');
}
