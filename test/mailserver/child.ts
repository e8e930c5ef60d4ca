// The embedded server in a process of its own, so that it can be killed: compiled for plain Node, since Node 20 reads no TypeScript.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { domain } from './support.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** All there is of it: it imports nothing else of ours. */
const folders = ['src/mailserver', 'src/mime'];

const program = `
import { startEmbedded } from './src/mailserver/index.js';
const log = () => undefined;
const options = { dir: process.argv[2], smtpPort: 0, imapPort: 0, domain: '${domain}', service: 'games', log };
const { smtpPort, imapPort, servicePassword } = await startEmbedded(options);
console.log(JSON.stringify({ smtpPort, imapPort, servicePassword }));
`;

const sources = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => join(folder, path));

/** Compiles without checking, and says where the program is. */
export function compile(target: string): string {
  for (const path of folders.flatMap(sources)) {
    const { outputText } = ts.transpileModule(readFileSync(join(root, path), 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        rewriteRelativeImportExtensions: true,
      },
    });
    const file = join(target, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText);
  }
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'), 'dir');
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  writeFileSync(join(target, 'serve.js'), program);
  return join(target, 'serve.js');
}

export interface Child {
  readonly process: ChildProcess;
  readonly smtpPort: number;
  readonly imapPort: number;
  /** kill -9, and gone. */
  readonly kill: () => Promise<void>;
}

export async function serve(program: string, dir: string): Promise<Child> {
  const child = spawn(process.execPath, [program, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
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
