// The drawings in the rules texts, in every language: each is the board that the note above it names, of a position that a game can come to.
import { expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { LANGUAGES } from '#core/kernel/sentence.ts';
import { findDrawings, positionOf, type RulesDrawing, renderRules, removeNotes } from '#core/writing/text.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import type { AnyGame } from '#games/game.ts';

const texts = loadTemplates(games.map(({ name }) => name));

/** Every line without the blanks that all of them begin with. */
function dedented(lines: readonly string[]): string {
  const margin = Math.min(...lines.map(line => line.search(/\S/)));
  return lines.map(line => line.slice(margin)).join('\n');
}

function drawing(game: AnyGame, shown: RulesDrawing): string {
  const lines = renderAscii(game.picture(positionOf(game, shown), { seat: null }));
  if (shown.corner === null) return dedented(lines);
  return dedented(lines.slice(0, shown.corner.lines).map(line => line.slice(0, shown.corner?.columns).trimEnd()));
}

const RULES = LANGUAGES.flatMap(language =>
  games.map(game => ({ language, game, rules: texts[language].rules(game.name) })),
);

it.each(RULES)('draws the boards of $game.name as they are, in $language', ({ game, rules }) => {
  const drawings = findDrawings(rules);
  expect(drawings.length).toBeGreaterThan(0);
  const below = rules.split(/^<!-- board .* -->\n\n/m).slice(1);
  expect(below.length).toBe(drawings.length);
  for (const [index, shown] of drawings.entries()) {
    const lines = (below[index] ?? '').split(/\n{2,}/)[0]!.split('\n');
    // A corner has its row numbers on both sides as well: the one on the right is not where the whole board has it.
    const isCorner = shown.corner !== null;
    expect(dedented(lines.map(line => (isCorner ? line.replace(/ {3}\d+$/, '') : line)))).toBe(drawing(game, shown));
  }
});

it.each(RULES)(
  '$game.name in $language: players get no notes, and pages pictures in the place of drawings',
  ({ language, game, rules }) => {
    expect(removeNotes(rules)).not.toContain('<!--');
    const shown = renderRules(game, rules, '/games/x', texts[language].sentences);
    expect(shown).not.toContain('<!--');
    expect(shown.match(/drawing-\d\.svg\)/g)).toHaveLength(findDrawings(rules).length);
    expect(shown.length).toBeGreaterThan(rules.length / 2);
    const [first] = findDrawings(rules);
    if (first?.corner === null) expect(shown.replace(/\n {4}/g, '\n')).not.toContain(drawing(game, first));
  },
);

it('every language shows the same boards', () => {
  for (const game of games) {
    const [first, ...others] = LANGUAGES.map(language => findDrawings(texts[language].rules(game.name)));
    for (const other of others) expect(other).toEqual(first);
  }
});

it.each(RULES)('$game.name in $language: pages explain no sign that pictures lack', ({ language, game, rules }) => {
  const told = removeNotes(rules);
  expect(told).toMatch(/[^\n]> mar[ck]/);
  const page = renderRules(game, rules, '/games/x', texts[language].sentences);
  expect(page).not.toMatch(/> mar[ck]/);
  expect(page).not.toMatch(/\b[BOW] (?:is a|é uma) /);
  expect(page).toContain(texts[language].sentences['rules-marks']);
  // Nothing else is lost: every other paragraph of the rules is on the page.
  const last = told.trim().split('\n\n').at(-1)!;
  expect(page).toContain(last);
  expect(page.split(/^## /m).length).toBe(told.split(/^## /m).length);
});
