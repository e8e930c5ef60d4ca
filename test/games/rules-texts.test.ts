// The help texts of games: what `help <game>` mails reads well anywhere.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { LANGUAGES } from '#core/kernel/sentence.ts';
import { setupOf } from '../conformance/game.ts';

const paper = loadTemplates(games.map(({ name }) => name));

const all = LANGUAGES.flatMap(language => games.map(game => [game.name, language, game] as const));

describe.each(all)('%s in %s', (name, language, game) => {
  const text = paper[language].rules(name);
  const lines = text.trimEnd().split('\n');

  it('has lines of at most 72 columns, and of letters nothing but letters of its language', () => {
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(72);
    expect(text).toMatch(language === 'en' ? /^[\x20-\x7e\n]+$/ : /^[\x20-\x7e\n\p{Script=Latin}]+$/u);
    // Whoever translates a drawing breaks it.
    const drawings = (written: string): readonly string[] => written.split('\n').filter(line => / \. .*\. /.test(line));
    expect(drawings(text)).toEqual(drawings(paper.en.rules(name)));
  });

  it('begins with the title and shows the challenge', () => {
    expect(lines[0]).toBe(`# ${game.title}`);
    expect(text).toContain(`${name} challenge`);
  });

  it('names every option with its default', () => {
    for (const option of game.options) expect(text).toContain(`-${option.name}=${option.default}`);
  });

  it('shows moves that can be read', () => {
    const start = game.start(setupOf(game, []));
    const [example] = game.examples(start);
    expect(game.parse(start, game.format(start, example!)).ok).toBe(true);
    const moves = [...text.matchAll(/^ {4}(\S+) {2,}(?:an?|uma?) /gm)].map(([, move]) => move!);
    expect(moves.length).toBeGreaterThan(0);
    for (const move of moves) expect(game.looksLikeMove(move), move).toBe(true);
  });

  it('holds no line of the shape of a move, lest a quoted help be played', () => {
    for (const line of lines) expect(game.looksLikeMove(line), line).toBe(false);
  });
});
