// What people do at a board they look at: they move, think ahead, propose, answer, talk, give up.
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';
import { matchStateOf, playerName, type LoadedMatch, turnOf } from '#core/board/match.ts';
import { findMissingAnswers } from '#core/board/proposals.ts';
import { maySwap } from '#core/matches/swap.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { chance, weighted } from './person.ts';

interface Look {
  readonly rng: Random;
  readonly table: LoadedMatch;
  readonly name: string;
}

const tableOf = (match: Match): LoadedMatch => {
  const game = must(findGame(match.game), match.game);
  return { game, match, matchState: matchStateOf(game, match) };
};

type Position = LoadedMatch['matchState']['position'];

function someMove(
  { rng, table: { game } }: Look,
  position: Position,
): { readonly text: string; readonly next: Position } {
  const won = chance(rng, 0.8) ? game.winningMove(position) : null;
  const move = won ?? game.randomMove(position, rng);
  return { text: game.format(position, move), next: game.play(position, move) };
}

const isOver = ({ table: { game } }: Look, position: Position): boolean => game.toMove(position) === null;

/** Answers to moves that may come, below one's own: `if c2 then d3`, `else resign`. */
function conditions(look: Look, position: Position): readonly string[] {
  const { rng, table } = look;
  if (isOver(look, position) || table.matchState.holders.length > 2) return [];
  const lines: string[] = [];
  for (let left = 1 + rng.below(3); left > 0; left--) {
    const theirs = someMove(look, position);
    if (!isOver(look, theirs.next)) lines.push(`if ${theirs.text} then ${someMove(look, theirs.next).text}`);
  }
  return chance(rng, 0.1) ? [...lines, 'else resign'] : lines;
}

function ownTurn(look: Look): string {
  const { rng, table } = look;
  const { position } = table.matchState;
  if (maySwap(table) && chance(rng, 0.4)) return 'swap';
  const move = someMove(look, position);
  return weighted<() => string>(rng, [
    [80, () => move.text],
    [5, () => `${move.text}\n\nA few words for you.`],
    [5, () => [move.text, ...conditions(look, move.next)].join('\n')],
    [2.5, () => 'resign'],
    [2, () => 'undo'],
    [1.5, () => 'draw'],
    [1, () => `submit ${move.text}`],
    [1, () => `preview ${move.text}`],
    [1, () => 'note look at the middle'],
    [1, () => `addtime ${1 + rng.below(3)}`],
    [1, () => 'show'],
  ])();
}

function ofOthers(look: Look): string | null {
  const { rng, table } = look;
  const ahead = someMove(look, table.matchState.position).text;
  return weighted<string | null>(rng, [
    [80, null],
    [5, 'chat\n\nHello there.'],
    [3, `queue ${ahead}`],
    [1, 'queue resign'],
    [2, 'undo'],
    [2, `addtime ${1 + rng.below(3)}`],
    [1, 'draw'],
    [1, 'queue off'],
  ]);
}

/** To a proposal, and to a board that waits for their word. */
const answer = (rng: Random): string | null =>
  weighted<string | null>(rng, [
    [6, 'accept'],
    [3, 'reject'],
    [1, null],
  ]);

/** The text of a reply of this player to the board; null: they let it be. */
export function replyText(rng: Random, match: Match, name: string): string | null {
  if (!userids(match).includes(name)) return null;
  switch (match.state) {
    case 'removed':
      return null;
    case 'invited':
      return match.challenger === name ? null : answer(rng);
    case 'over':
      return chance(rng, 0.06) ? 'rematch' : null;
    case 'active':
      return running({ rng, table: tableOf(match), name });
  }
}

function running(look: Look): string | null {
  const { rng, name, table } = look;
  const { game, match, matchState } = table;
  const isTheirs = (index: number): boolean => playerName(match.players[index]) === name;
  if (findMissingAnswers(match, matchState).some(isTheirs) && chance(rng, 0.7)) return answer(rng);
  if (match.record.some(({ kind }) => kind === 'absence') && chance(rng, 0.1)) return 'claim';
  const { submitted } = match;
  if (submitted?.by === name && submitted.ply === matchState.plies.length && chance(rng, 0.8)) return 'confirm';
  const turn = turnOf(game, match, matchState);
  return turn !== null && isTheirs(turn.player) ? ownTurn(look) : ofOthers(look);
}
