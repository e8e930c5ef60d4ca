// What programs are told of a board.
import { expect, it } from 'vitest';
import { games } from '#games/index.ts';
import { matchStateOf } from '#core/matches/match.ts';
import { boardJson } from '#core/pages/board-files.ts';
import type { Match } from '#core/state/documents.ts';
import { match } from '#test/conformance/store.ts';

/** The number of legal moves on an empty board. */
function legalOn(name: string, size: string): unknown {
  const game = games.find(each => each.name === name)!;
  const board: Match = { ...match(101, ['alice', 'bob']), game: name, setup: { size, endgame: 'neto' }, record: [] };
  const matchState = matchStateOf(game, board);
  const json = boardJson({ game, match: board, matchState, message: { occasion: 'show', ply: null } });
  return (json as { readonly legal: unknown }).legal;
}

it('the legal moves are counted where that is quick: a page waits for it, and all other pages with it', () => {
  expect(legalOn('nex', '19x19')).toBe(361 * 360);
  expect(legalOn('gonnect', '19')).toBe(361);
  expect(legalOn('neugonnect', '5')).toBe(25 * 24);
  // One by one these would take seconds, and minutes later in the game.
  expect(legalOn('neugonnect', '19')).toBeNull();
});
