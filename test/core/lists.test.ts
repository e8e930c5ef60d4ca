// Walks every list of the core: refusals and their sentences, commands and their help, letters and their templates, limits and their use.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { loadTemplates, readSentences } from '#adapters/templates/templates.ts';
import { REFUSALS, commands } from '#core/features.ts';
import { parseNewUserid } from '#core/players/userid.ts';
import { seekLimits } from '#core/features/seeks/seek.ts';
import { tournamentLimits } from '#core/features/tournaments/tournament.ts';
import { limits } from '#core/kernel/limits.ts';
import { gates } from '#core/mail/gates.ts';
import { refereeLimits } from '#referee/protocol.ts';
import { summaryCode } from '#core/features/help/index.ts';
import type { Sentence } from '#core/kernel/sentence.ts';
import { scopeOf } from '#core/language/command.ts';
import { lab } from '../service/lab.ts';

const root = join(import.meta.dirname, '..', '..');

function sources(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }));
}

const core = sources('src');
const used = (pattern: RegExp, files = core): ReadonlySet<string> =>
  new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map(found => found[1] ?? '')));

const holes = (sentence: Sentence): readonly string[] =>
  [...JSON.stringify(sentence).matchAll(/\{(\w+)(?::\w+)?\}/g)].map(found => found[1] ?? '').sort();

describe('refusals', () => {
  const sentences = readSentences();

  it.each(Object.entries(REFUSALS))('%s has its sentence, with no hole its parts do not fill', (code, parts) => {
    expect(sentences[code]).toBeDefined();
    expect([...parts]).toEqual(expect.arrayContaining([...holes(sentences[code] ?? '')]));
  });

  it('are all given somewhere', () => {
    const ofSwaps = readFileSync(join(root, 'games', 'kit', 'swap.ts'), 'utf8').matchAll(/code: '([a-z-]+)'/g);
    const given = new Set([
      ...used(/refused\(\s*'([a-z-]+)'/g),
      ...used(/\b(?:answer|always)\('([a-z-]+)'\)/g),
      ...[...ofSwaps].map(([, code]) => code),
    ]);
    expect(Object.keys(REFUSALS).filter(code => !given.has(code))).toEqual([]);
  });
});

/** What is said about each kind of proposal. */
const PROPOSAL_CODES = ['asked', 'named', 'accepted', 'rejected', 'withdrawn', 'lapsed', 'tournament', 'robot'];

describe('sentences', () => {
  it('exist for every code the core says, and no others', () => {
    const own = JSON.parse(readFileSync(join(root, 'templates', 'sentences', 'core.json'), 'utf8')) as Record<
      string,
      string
    >;
    const coded = [...used(/code: '([a-z-]+)'/g), ...used(/\btell\(\s*'([a-z-]+)'/g, sources('src/core'))];
    const said = new Set([
      ...coded,
      ...used(/\? '([a-z]+(?:-[a-z]+)*)'/g),
      ...used(/: '([a-z]+(?:-[a-z]+)*)'/g),
      ...Object.keys(REFUSALS),
      ...commands.flatMap(({ name, proposal }) =>
        proposal !== undefined ? PROPOSAL_CODES.map(code => `${name}-${code}`) : [],
      ),
    ]);
    // `challenged-to-player` is `challenged`, said to one of its parts.
    const isSaid = (code: string): boolean => said.has(code) || said.has(code.replace(/-to-[a-z]+$/, ''));
    expect(Object.keys(own).filter(code => !isSaid(code))).toEqual([]);
    const all = readSentences();
    expect(coded.filter(code => all[code] === undefined)).toEqual([]);
  });
});

describe('commands', () => {
  it.each(commands.map(command => [`${scopeOf(command)} ${command.name}`, command] as const))(
    '%s can be looked up in help',
    async (_, command) => {
      const [answer] = await lab().write('alice', `help ${command.name}`);
      expect(answer?.text).toContain(command.usage);
      expect(readSentences()[summaryCode(command)]).toBeDefined();
    },
  );

  it('begin with words that nobody can have as a userid', () => {
    const words = commands
      .flatMap(({ name, aliases = [] }) => [...name.split(' '), ...aliases])
      .filter(word => /^[a-z]/.test(word));
    expect(words.filter(word => parseNewUserid(word, { games, commands }).ok)).toEqual([]);
  });

  it('all stand in a golden session', () => {
    const folder = join(root, 'test', 'golden', 'sessions');
    const text = readdirSync(folder)
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    expect(
      commands
        .map(({ name }) => name)
        .filter(
          name =>
            !new RegExp(
              `^(?:Subject: )?(?:(?:${games.map(game => game.name).join('|')}) )?${name}\\b|^b3,a3`,
              'im',
            ).test(text),
        ),
    ).toEqual([]);
  });
});

describe('letters', () => {
  it('have their template, and no template is without a letter', () => {
    const templates = readdirSync(join(root, 'templates', 'letters')).sort();
    const named = [
      ...used(/render\(\s*'([\w-]+\.(?:txt|html))'/g),
      'help.txt',
      'tutorial.txt',
      'options.txt',
      'commands.txt',
      'command-list.txt',
      'settings.txt',
      'robots.txt',
    ];
    expect([...new Set(named)].sort()).toEqual(templates);
  });

  it('can be had for every game', () => {
    const paper = loadTemplates(games.map(game => game.name));
    for (const game of games) expect(paper.en.rules(game.name)).toContain(`${game.name} challenge`);
  });
});

describe('gates', () => {
  it('are asked in this order', () => {
    expect(gates.map(({ number, name }) => [number, name])).toEqual([
      [10, 'own mail'],
      [20, 'hops'],
      [30, 'bounce'],
      [35, 'return path'],
      [40, 'auto-submitted'],
      [42, 'chat signal'],
      [45, 'automatic Subject'],
      [54, 'spam'],
      [57, 'DMARC'],
      [60, 'one sender'],
      [70, 'size'],
    ]);
  });
});

describe('limits', () => {
  const records = { limits, seekLimits, tournamentLimits };
  it.each(Object.entries(records).flatMap(([record, names]) => Object.keys(names).map(name => `${record}.${name}`)))(
    '%s is kept somewhere',
    name => {
      const places = core.filter(({ file, text }) => !file.endsWith('limits.ts') && text.includes(name));
      expect(places.length).toBeGreaterThan(0);
    },
  );
});

describe('limits of refereed games', () => {
  it.each(Object.keys(refereeLimits))('%s is kept somewhere', name => {
    const places = core.filter(({ text }) => text.includes(`refereeLimits.${name}`));
    expect(places.length).toBeGreaterThan(0);
  });
});
