// Puts the examples of the pages on adding things into a copy of the sources, and runs them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { lab, mail } from '../service/lab.ts';
import { type Block, blocksOf, pageText, root } from './pages.ts';

/** In this order: the second page goes on where the first ends. */
const PAGES = ['docs/adding-a-command.md', 'docs/adding-a-mail.md', 'docs/adding-a-game.md'];
const COPIED = ['games', 'src', 'templates', 'test/service', 'test/memory-store.ts', 'package.json', 'tsconfig.json'];
const blocks = PAGES.flatMap(page => blocksOf(pageText(page)));
const sessions = blocks.filter(({ title }) => title === 'session');
const copy = mkdtempSync(join(tmpdir(), 'nexpost-docs-'));

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** A block `diff FILE` changes the one place that reads like its lines with a blank or a minus; any other block is a new file. */
function put({ language, title, text }: Block): void {
  const path = join(copy, title);
  if (language !== 'diff') {
    expect(existsSync(path), `${title} is new`).toBe(false);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const lines = text.trimEnd().split('\n');
  const side = (marks: string): string =>
    lines
      .filter(line => marks.includes(line.charAt(0)))
      .map(line => `${line.slice(1)}\n`)
      .join('');
  const parts = readFileSync(path, 'utf8').split(`\n${side(' -')}`);
  expect(parts.length - 1, `places in ${title} that read ${side(' -')}`).toBe(1);
  writeFileSync(path, parts.join(`\n${side(' +')}`));
}

/** The core with the examples in it, checked by the compiler; what runs below needs no more than that. */
function check(): void {
  const files = [
    'src/core/desk/decide/decide.ts',
    'src/core/desk/commands/index.ts',
    'src/core/features.ts',
    'games/registry/index.ts',
  ];
  const config = { extends: './tsconfig.json', compilerOptions: { types: [] }, include: ['src/**/*.d.ts'], files };
  writeFileSync(join(copy, 'tsconfig.docs.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.docs.json'], { cwd: copy, encoding: 'utf8' });
  expect(stdout).toBe('');
}

interface Service {
  readonly lab: typeof lab;
  readonly mail: typeof mail;
}

let service: Service;

beforeAll(async () => {
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const block of blocks) if (block.title.includes('/')) put(block);
  check();
  service = (await import(join(copy, 'test', 'service', 'lab.ts'))) as Service;
});

interface Written {
  readonly player: string;
  readonly subject: string;
}

/** What was written, with all that came of it. */
async function answersTo(written: readonly Written[]): Promise<string> {
  const { deliver } = service.lab();
  const out: string[] = [];
  for (const { player, subject } of written) {
    out.push(`=== ${player} writes\nSubject: ${subject}\n`);
    const mails = await deliver(service.mail({ from: `${player}@example.test`, subject }));
    for (const each of mails) {
      const to = each.to.join(', ').replaceAll('@example.test', '');
      out.push(`=== → ${to}\nSubject: ${each.subject}\n\n${each.text.trimEnd()}\n`);
    }
  }
  return out.join('\n');
}

describe('the examples in the pages', () => {
  it('are read from them', () => {
    expect(blocks.filter(({ title }) => title.includes('/')).length).toBeGreaterThan(8);
    expect(sessions).toHaveLength(PAGES.length);
  });

  it.each(sessions.map(({ text }, page) => [PAGES[page]!, text]))(
    '%s: the conversation is held',
    async (_, session) => {
      const written = [...session.matchAll(/^=== (\w+) writes\nSubject: (.*)/gm)].map(
        ([, player = '', subject = '']): Written => ({ player, subject }),
      );
      const answers = await answersTo(written);
      // `…` stands for what is left out; the last part is the end.
      const [start = '', ...others] = session.split('…\n');
      const shown = others.reduce((all, part, index) => {
        const from = index === others.length - 1 ? answers.length - part.length : answers.indexOf(part, all.length);
        return all + answers.slice(all.length, from) + part;
      }, start);
      expect(answers).toBe(shown);
    },
  );

  it('are found by help', async () => {
    const text = await answersTo(['help hello', 'help commands'].map(subject => ({ player: 'alice', subject })));
    expect(text.match(/^hello\n {6}answers with a line \(also: hi\)$/gm)).toHaveLength(1);
    expect(text.match(/^hello +answers with a line$/gm)).toHaveLength(1);
  });
});
