// Walks the shelf: what every game has, besides what conformance.sampled.test.ts, rules-texts.test.ts, rules-drawings.test.ts, bad-moves.test.ts and whole-games.sampled.test.ts ask of it.
import { readSentences } from '#adapters/templates/templates.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesOf, type OptionSpec } from '#games/game.ts';
import { games, lookUpGame } from '#games/registry/index.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { type Lab, lab } from '../service/lab.ts';

const root = join(import.meta.dirname, '..', '..');
const text = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const boardFiles = readdirSync(join(root, 'test', 'golden', 'boards'));
/** Drawings are goldens by their hashes, a line each with the name of the drawing. */
const hashedDrawings = boardFiles.filter(file => file.endsWith('.sha256')).flatMap(file => text('test', 'golden', 'boards', file).match(/\S+$/gm) ?? []); // prettier-ignore
const goldens = [...boardFiles.filter(file => file.endsWith('.txt')), ...hashedDrawings];
const sessions = readdirSync(join(root, 'test', 'golden', 'sessions')).map(name => text('test', 'golden', 'sessions', name)).join('\n'); // prettier-ignore

/** Values at the ends of an option's range, and just beyond them. */
function ends(spec: OptionSpec): { readonly good: readonly string[]; readonly bad: readonly string[] } {
  if (spec.kind === 'choice') return { good: spec.choices, bad: ['perhaps', ''] };
  const { least, most } = spec;
  const beyond = spec.kind === 'number' && spec.word !== null ? [] : [String(most + 1)];
  return {
    good: [String(least), String(most), spec.default],
    bad: [String(least - 1), ...beyond, 'x', '-1', '5.5', ''],
  };
}

async function conversation(): Promise<Lab> {
  const service = lab();
  for (const player of ['alice', 'bob', 'carol', 'dave']) {
    await service.write(player, `signup ${player}`);
  }
  return service;
}

describe.each(games.map(game => [game.name, game] as const))('%s', (name, game) => {
  it('has a folder of its own with its rules, and a line in the list of games', () => {
    expect(readdirSync(join(root, 'games', name))).toEqual(expect.arrayContaining(['index.ts', 'RULES.md']));
    expect(text('docs', 'playing.md')).toContain(`| \`${name}\` |`);
  });

  it('has golden boards by every renderer, and a golden session', () => {
    for (const ending of ['txt', 'html', 'svg', 'words.txt']) {
      expect(goldens.filter(file => file.startsWith(`${name}-`) && file.endsWith(`.${ending}`))).not.toEqual([]);
    }
    expect(new RegExp(`Subject: (?:${namesOf(game).join('|')}) challenge`).test(sessions)).toBe(true);
  });

  it('takes its options up to the ends of their ranges, and nothing beyond', () => {
    for (const spec of game.options) {
      const { good, bad } = ends(spec);
      for (const value of good)
        expect(game.setup([[spec.name, value]]), `-${spec.name}=${value}`).toMatchObject({ ok: true });
      for (const value of bad) {
        const setup = game.setup([[spec.name, value]]);
        expect(setup.ok ? 'accepted' : setup.reason.code, `-${spec.name}=${value}`).toMatch(
          /^option-(?:value|missing-value)$/,
        );
      }
      expect(readSentences()[spec.help.code]).toBeDefined();
    }
  });

  it('answers a challenge with an impossible option by what is possible', async () => {
    const service = await conversation();
    for (const option of ['-size=0', '-size=40', '-radius=x', '-players=3', '-colour=red']) {
      const known = game.options.some(spec => option.startsWith(`-${spec.name}=`));
      const [answer, ...others] = await service.write('alice', `${name} challenge ${option} alice bob`);
      expect(others).toEqual([]);
      expect(answer!.subject).toBe('Invalid challenge');
      const [, option_ = ''] = /^(-\w+)=/.exec(option)!;
      expect(answer!.text).toContain(option_.slice(1));
      expect(answer!.text).toMatch(known ? /It\s+can\s+be/ : /It\s+has\s+-/);
      expect(answer!.text.replace(/\s+/g, ' ')).toContain(`I read '${name} challenge ${option} alice bob': `);
    }
  });
});

describe('docs/playing.md', () => {
  const lines = [...text('docs', 'playing.md').matchAll(/^\| `(\w+)` \| .* \| `(.*)` \|$/gm)];

  it('lists every name on the shelf, and no other', () => {
    expect(lines.map(([, name]) => name).sort()).toEqual(games.flatMap(namesOf).sort());
  });

  const titles = new Map(games.flatMap(game => [game, ...game.aliases].map(({ name, title }) => [name, title])));

  it.each(lines.map(([, name, challenge]) => [name!, challenge!]))('%s begins with %s', async (name, challenge) => {
    const mails = await (await conversation()).write('alice', challenge);
    expect(challenge).toMatch(new RegExp(`^${name} challenge `));
    expect(mails.length).toBeGreaterThan(1);
    for (const { to, subject } of mails) {
      const tail = to[0] === 'alice@example.test' ? 'your turn' : 'to move';
      expect(subject).toBe(`New ${titles.get(name) ?? ''} Board 101 alice: ${tail}`);
    }
  });
});

describe('names', () => {
  it('are found in any case, aliases with what they stand for', () => {
    expect(lookUpGame('NEX')).toMatchObject({ game: { name: 'nex' }, given: [] });
    expect(lookUpGame('Boku')).toMatchObject({ game: { name: 'hexafive' }, given: [['special', '1']] });
    expect(lookUpGame('chess')).toBeNull();
  });

  it('are all different', () => {
    const names = games.flatMap(namesOf);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('docs/adding-a-game.md', () => {
  const page = text('docs', 'adding-a-game.md');
  // The files of titled blocks are made by test/docs/examples.test.ts.
  const files = new Set(
    page.replace(/^```\w+ .*$/gm, '```').match(/\b(?:games|test|templates)\/[\w./-]+\.(?:ts|json)\b/g),
  );
  /** Without the blanks before each line: an excerpt may stand in a list. */
  const flush = (lines: string): string => lines.replace(/^ +/gm, '');
  const sources = [...files].map(file => flush(text(file))).join('\n');

  it.each(
    [...page.matchAll(/``` *(?:ts|json)\n([\s\S]*?)```/g)].map(([, excerpt]) => [excerpt!.split('\n')[0]!, excerpt!]),
  )('quotes the sources: %s', (_, excerpt) => {
    expect(sources).toContain(flush(excerpt).trimEnd());
  });

  it('shows what the terminal shows', () => {
    const [, moves = '', size = ''] = /printf '(.*)' \| npx nexpost replay gomoku -size=(\d+)/.exec(page) ?? [];
    const gomoku = lookUpGame('gomoku')!.game;
    const setup = gomoku.setup([['size', size]]);
    if (!setup.ok) throw new Error(setup.reason.code);
    const played = moves.split('\\n').filter(Boolean).reduce((position, move) => {
      const read = gomoku.parse(position, move);
      if (!read.ok) throw new Error(read.reason.code);
      return gomoku.play(position, read.value);
    }, gomoku.start(setup.value)); // prettier-ignore
    expect(page).toContain(renderAscii(gomoku.picture(played, { seat: null })).join('\n'));
  });

  it('names files that exist', () => {
    for (const [, path] of page.matchAll(/`((?:games|test|src|templates)\/[\w./-]+)`/g)) {
      expect(existsSync(join(root, path!)), path).toBe(true);
    }
  });
});
