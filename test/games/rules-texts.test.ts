// The help texts of games: what `help <game>` mails reads well anywhere.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { games } from '#games/index.ts';
import { setupOf } from '../conformance/game.ts';

describe.each(games.map(game => [game.name, game] as const))('%s', (name, game) => {
  const text = readFileSync(new URL(`../../games/${name}/RULES.md`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');

  it('has lines of at most 72 columns, in ASCII', () => {
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(72);
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
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
    for (const [, move] of text.matchAll(/^ {4}(\S+) {2,}an? /gm)) expect(game.looksLikeMove(move!), move).toBe(true);
  });

  it('holds no line of the shape of a move, lest a quoted help be played', () => {
    for (const line of lines) expect(game.looksLikeMove(line), line).toBe(false);
  });
});
